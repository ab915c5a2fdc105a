/** Whether only this machine can reach an address. */
export const isOfThisMachine = (host: string): boolean => /^(localhost|127\.[\d.]+|::1)$/.test(host);
