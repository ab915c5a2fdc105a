/**
 * The keys of a printed target file in the form of clients: the first has all permissions, the others have one role
 * each or none.
 */
export function whoOf({ credentials }, environment) {
  const pair = (stated) => ({ username: environment[stated.public], password: environment[stated.private] });
  const { main, noRole, roles, serviceAccount, metrics } = credentials;
  return {
    keys: [pair(main), ...Object.values(roles).map(pair), ...(noRole ? [pair(noRole)] : [])],
    serviceAccount: { id: environment[serviceAccount.id], secret: environment[serviceAccount.secret] },
    metrics: { username: environment[metrics.username], password: environment[metrics.password] },
  };
}
