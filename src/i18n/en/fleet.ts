import type { FleetFailures, FleetNotices } from '../sentence.ts';

export const fleetFailures: FleetFailures = {
  'fleet.packages_missing': () => ({
    message: 'a fleet needs BullMQ and ioredis, which are not installed',
    hint: 'install them beside Orchestral: npm install -g bullmq@6 ioredis@6',
  }),
  'fleet.no_url': () => ({
    message: 'no fleet is configured',
    hint: 'add --fleet redis://HOST:6379, or set it once: orchestral config set fleet.url redis://HOST:6379 --user',
  }),
  'fleet.bad_url': ({ url }) => ({
    message: `${url} is not the address of a Redis server`,
    hint: 'write redis://HOST:6379, or rediss://USER:PASSWORD@HOST:6379 with TLS',
  }),
  'fleet.unreachable': ({ url, reason }) => ({
    message: `${url} cannot be reached: ${reason}`,
    hint: 'check that Redis runs there, that it lets this machine in, and its user and password',
  }),
  'fleet.old_redis': ({ version }) => ({
    message: `this Redis is ${version}; a fleet needs Redis or Valkey 7 or newer`,
    hint: 'update it',
  }),
  'fleet.no_key': () => ({
    message: 'this machine has no key of a fleet, so no worker would take its jobs',
    hint: 'make one: orchestral fleet key; then give what it prints to each worker',
  }),
  'fleet.no_worker_key': () => ({
    message: 'this worker has no key of a fleet',
    hint: 'on the conductor’s machine run: orchestral fleet key > fleet.key; copy that file here and add --key fleet.key',
  }),
  'fleet.bad_key': () => ({
    message: 'is not the key of a fleet',
    hint: 'it is one line that begins with orchestral-fleet-1; print it on the conductor’s machine: orchestral fleet key',
  }),
  'fleet.no_remote': () => ({
    message: 'this repository has no remote, so workers cannot get its commits',
    hint: 'name one that all of you reach: orchestral config set fleet.remote ADDRESS --user',
  }),
  'fleet.remote_refused': ({ why, detail }) => ({
    message: `the git remote of the fleet did not take or give a commit (${why}): ${detail}`,
    hint: 'check that this machine may read and write refs/orchestral/ there',
  }),
  'fleet.refused': ({ code, reason }) => ({
    message: `no worker could carry out the step (${code}): ${reason}`,
    hint: 'fix that on the workers, then run the command again; nothing is lost',
  }),
  'fleet.no_such_worker': ({ named }) => ({
    message: `no worker is called '${named}'`,
    hint: 'see all of them: orchestral fleet status',
  }),
};

export const fleetNotices: FleetNotices = {
  'fleet.lost': ({ url, reason }) =>
    `the fleet at ${url} cannot be reached${reason === '' ? '' : ` (${reason})`}: waiting for it; nothing is lost`,
  'fleet.back': () => 'the fleet is back',
  'fleet.not_durable': () =>
    'this Redis keeps nothing through a crash: switch its append-only file on (CONFIG SET appendonly yes, and in redis.conf), or queued steps start again after one',
  'fleet.no_workers': () =>
    'no worker is there yet: steps wait until one comes (orchestral worker, on another machine or in another terminal)',
  'fleet.remote_away': ({ detail }) => `the git remote of the fleet cannot be reached: ${detail}; trying again`,
  'fleet.check_refused': ({ code, reason }) =>
    `no worker could carry out the checks (${code}): ${reason}; they run on this machine`,
};

export const fleetScreens = {
  fleet: {
    ready: (name: string, concurrency: number, labels: readonly string[]) =>
      `${name} is ready: ${concurrency === 1 ? 'one step' : `${concurrency} steps`} at once${labels.length === 0 ? '' : `, labels ${labels.join(', ')}`}`,
    began: (effect: string, role: string) => `${effect}  ${role}`,
    ended: (effect: string, how: string) => `${effect}  ${how}`,
    outcomes: {
      done: 'done',
      proved: 'done',
      limited: 'given back: the provider has this worker wait',
      refused: 'given back',
    },
    refused: {
      unsigned: 'refused a job that the conductor of this fleet did not sign',
      unknown: 'refused a job that its conductor does not want, or no longer wants',
      protocol: 'the conductor speaks another version of Orchestral: install the same one here; waiting until then',
    },
    paused: (minutes: number) => `taking no jobs for ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`,
    draining: 'taking no more jobs; ends when those that run are done (interrupt again to end now)',
    ended_all: 'ended',
    keyHints: {
      step: 'give this line to workers over a safe channel: anyone who has it can be a worker',
      check:
        'give this line to workers that run tests, over a safe channel: what they say of a test counts, so anyone who has it can let bad work pass',
    },
    workers: 'Workers',
    none: 'No worker is there.',
    columns: {
      worker: 'WORKER',
      takes: 'TAKES',
      state: 'STATE',
      load: 'LOAD',
      version: 'VERSION',
      labels: 'LABELS',
      done: 'DONE',
    },
    takes: { step: 'steps', check: 'checks' },
    states: {
      working: 'working',
      limited: 'waits for its provider',
      draining: 'draining',
      other_version: 'other version',
    },
    queue: (waiting: number, active: number) => `Queue: ${waiting} waiting, ${active} with workers`,
    queueOf: (label: string, waiting: number, active: number) =>
      `Queue ${label}: ${waiting} waiting, ${active} with workers`,
    isPaused: 'paused: nothing is started (continue: orchestral fleet resume)',
    pausedAll: 'The fleet is paused: running steps continue, no other starts. Continue: orchestral fleet resume',
    resumed: 'The fleet is running again.',
    drained: (count: number) =>
      count === 1 ? '1 worker ends when its steps are done.' : `${count} workers end when their steps are done.`,
    forgotten: (keys: number) => `Forgotten: ${keys === 1 ? '1 entry' : `${keys} entries`} in Redis.`,
    forgetQuestion: 'Forget everything that is queued in this fleet? Running steps start again.',
  },
};
