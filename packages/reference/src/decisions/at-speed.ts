import type { Behaviour } from "./behaviour.ts";

/**
 * The same behaviour at another speed: in each decision about a state, the time since the record entered it counts
 * `speed` times. Stored and shown timestamps stay real.
 */
export function atSpeed(behaviour: Behaviour, speed: number): Behaviour {
  if (speed === 1) return behaviour;
  const { backup, clusters, migrations, outages, search } = behaviour;
  const lived = (since: number, now: number): number => since + (now - since) * speed;
  return {
    ...behaviour,
    backup: {
      ...backup,
      statusOf: (snapshot, now) => backup.statusOf(snapshot, lived(snapshot.created, now)),
      blocks: (snapshot, now) => backup.blocks(snapshot, lived(snapshot.created, now)),
      exportStateOf: (job, now) => backup.exportStateOf(job, lived(job.created, now)),
      restoreDone: (job, now) => backup.restoreDone(job, lived(job.created, now)),
    },
    clusters: {
      ...clusters,
      stateOf: (cluster, now) => clusters.stateOf(cluster, lived(cluster.created, now)),
    },
    migrations: {
      ...migrations,
      statusOf: (migration, now) => migrations.statusOf(migration, lived(migration.created, now)),
      isReady: (migration, now) => migrations.isReady(migration, lived(migration.created, now)),
      validationStatusOf: (validation, now) =>
        migrations.validationStatusOf(validation, lived(validation.created, now)),
    },
    outages: {
      ...outages,
      stateOf: (outage, now) => outages.stateOf(outage, lived(outage.ended ?? outage.created, now)),
    },
    search: {
      ...search,
      stateOf: (index, now) => search.stateOf(index, lived(index.deleted ?? index.latest.created, now)),
    },
  };
}
