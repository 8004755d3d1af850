import { catchFailure, type Failure, type Holder, unwrap } from '../../base/failure.ts';
import { redactor, secretsIn, withTexts } from '../../base/redact.ts';
import { ok, type Result } from '../../base/result.ts';
import { withProgramPath } from '../program-path.ts';
import type { ConfigGlobal } from '../../schema/config/settings.ts';
import type { Snapshot } from '../../schema/views/snapshot.ts';
import type { AgentOutput } from '../follow-agent-log.ts';
import type { AgentList } from '../operations/agents.ts';
import type { ConfigChange, ConfigChanged, ConfigValue } from '../operations/config.ts';
import type { Check } from '../operations/doctor.ts';
import type { InitStep } from '../operations/init.ts';
import type { ProjectStatus } from '../operations/status.ts';
import type { AgentTest, TestOptions } from '../operations/test-agent.ts';
import type { LockFile } from '../operations/unlock.ts';
import type { Checked, ValidateOptions } from '../operations/validate.ts';
import { requireOwnFolders } from '../own-folders.ts';
import { findProject, pathInRepository, type Project } from '../project.ts';
import { type AutoApi, autoApi } from './auto.ts';
import type { Detached, DetachRequest, Waited, WaitRequest } from './background.ts';
import { type ClientsApi, clientsApi } from './clients.ts';
import { type DoorContext, doorContext } from './context.ts';
import type { DocumentsApi } from './documents.ts';
import type { EventsOptions, ProjectEvent } from './events.ts';
import type { Extended, ExtendRequest } from './extend.ts';
import type { JobsApi } from './jobs.ts';
import type { LaunchRequest } from './launch.ts';
import type { DoorOptions, Trust } from './options.ts';
import type { AgentLogsApi, OutputOptions } from './output.ts';
import { type ProjectRecordsApi, projectRecordsApi } from './project-records.ts';
import { type IssuesApi, issuesApi } from './issues.ts';
import { type ProofsApi, proofsApi } from './proofs.ts';
import { type QuestionsApi, questionsApi } from './questions.ts';
import { type RunsApi, runsApi } from './runs.ts';
import { type SessionsApi, sessionsApi } from './sessions.ts';
import type { SnapshotReader } from './snapshot.ts';

export type { AgentList, AgentTest, Check, Checked, InitStep, LockFile, ProjectStatus };
export type { ListedBackend, ListedRole } from '../operations/agents.ts';
export type { ConfigChange, ConfigChanged, ConfigOrigin, ConfigValue } from '../operations/config.ts';
export type { AutoStatus, BrokenDocument, RunStatus, SessionStatus } from '../operations/status.ts';
export type { Ailment } from '../read-document.ts';
export type { Detached, DetachRequest, Waited, WaitRequest } from './background.ts';
export type { LaunchRequest } from './launch.ts';

/**
 * A project, for a face: the only way to it. Everything works in any process; what has to be performed is performed by
 * the process that conducts, which hears of every request through the log.
 */
export interface ProjectApi extends QuestionsApi, ProofsApi, IssuesApi {
  readonly records: ProjectRecordsApi;
  readonly project: Project;
  /** The root of its repository, which may be a folder around it: paths that git names are from here. */
  readonly repository: string;
  readonly runs: RunsApi;
  readonly sessions: SessionsApi;
  readonly auto: AutoApi;
  readonly agentLogs: AgentLogsApi;
  readonly clients: ClientsApi;
  readonly jobs: JobsApi;
  readonly documents: DocumentsApi;

  /** All that is recorded, at this moment. */
  snapshot(): Promise<Snapshot>;
  /** All that is recorded from the beginning, or behind a cursor, and what comes. */
  events(options?: EventsOptions): AsyncGenerator<ProjectEvent, void, void>;
  /** What the agent of an effect does and says, from the beginning or behind a cursor, until its step has ended. */
  output(effect: string, options?: OutputOptions): Promise<Result<AsyncGenerator<AgentOutput, void, void>, Failure>>;
  /** Who conducts what, of all that somebody conducts. */
  conductors(): Promise<readonly (ReleaseOf & { readonly holder: Holder })[]>;
  /** Has a command conduct in a process of its own, which outlives this one. */
  detach(request: DetachRequest): Promise<Result<Detached, Failure>>;
  /** The same for whoever recorded the work and need not know the process; fails with what it said when it did not conduct. */
  launch(request: LaunchRequest): Promise<Result<void, Failure>>;
  /** Waits until work needs a person or has ended, however, or until the time is up. */
  wait(request: WaitRequest): Promise<Result<Waited, Failure>>;
  /** Gives agents that are at work more time; whoever conducts them hears of it. */
  extend(request: ExtendRequest): Promise<Result<Extended, Failure>>;
  /** Waits a while for whoever conducts; who still does then, or null. */
  readonly waitForRelease: (work: ReleaseOf, signal: AbortSignal) => Promise<Holder | null>;
  /** All that documents show, whoever wrote them; what is broken is told of. */
  status(): Promise<ProjectStatus>;

  /** Puts it first among the projects that the person worked on. */
  remember(): Promise<Result<void, Failure>>;
  /** Writes what is absent and overwrites nothing. */
  init(): Promise<Result<InitStep[], Failure>>;
  /** Every value of the configuration, with who says so. */
  listConfig(): Promise<Result<ConfigValue[], Failure>>;
  getConfig(key: string): Promise<Result<ConfigValue, Failure>>;
  /** Changes one value of a file, and gives what holds then. */
  setConfig(change: ConfigChange): Promise<Result<ConfigChanged, Failure>>;
  validate(options: Omit<ValidateOptions, 'project' | 'env'>): Promise<Result<Checked[], Failure>>;
  /** Whether work can go on with the configuration as it is: nothing is to be decided that could then not be done. */
  checkSettings(): Promise<Result<void, Failure>>;
  /** How much people want to be told. */
  logLevel(): Promise<ConfigGlobal['log_level']>;
  /** The first port that the dashboard tries. */
  webPort(): Promise<number>;
  /** What the repository's configuration would run. */
  readTrust(): Promise<Result<Trust, Failure>>;
  giveTrust(trust: Trust): Promise<Result<void, Failure>>;
  locks(): Promise<LockFile[]>;
  removeLock(lock: LockFile): Promise<Result<void, Failure>>;
  examine(signal: AbortSignal): Promise<Check[]>;
  listAgents(signal: AbortSignal): Promise<Result<AgentList, Failure>>;
  testAgent(test: AgentTrial): Promise<Result<AgentTest, Failure>>;
}

/** The log that somebody conducts. */
export interface ReleaseOf {
  readonly workflow: 'run' | 'session' | 'auto';
  /** Of a run, or the hash of a session. */
  readonly id: string;
}

export type AgentTrial = Pick<TestOptions, 'agent' | 'version' | 'signal' | 'onChosen' | 'onEvent'>;

/** The project in `folder`: itself, else the nearest around it that bears a mark of one. */
export function openProject(folder: string, options: DoorOptions): Result<ProjectApi, Failure> {
  return openFound(findProject({ cwd: folder }), options);
}

/** The project is exactly this folder. */
export function openProjectAt(
  { cwd, named }: { readonly cwd: string; readonly named: string },
  options: DoorOptions,
): Result<ProjectApi, Failure> {
  return openFound(findProject({ cwd, named }), options);
}

function openFound(found: Result<Project, Failure>, options: DoorOptions): Result<ProjectApi, Failure> {
  if (!found.ok) return found;
  const { root } = found.value;
  const folders = requireOwnFolders(root);
  return folders.ok ? ok(projectApi(found.value, { ...options, env: withProgramPath(options.env, root) })) : folders;
}

function projectApi(project: Project, options: DoorOptions): ProjectApi {
  const { env, agent, model, trust = false, cwd = project.root, onNotice = () => undefined } = options;
  const context = doorContext(project, options);
  const configContext = { project, env, agent, model, onNotice };
  const redact = redactor(secretsIn(env));
  let snapshots: SnapshotReader | undefined;
  const inside = pathInRepository(project.root);
  return {
    project,
    repository: inside === '' ? project.root : project.root.slice(0, -inside.length - 1),
    runs: runsApi(context),
    sessions: sessionsApi(context),
    auto: autoApi(context),
    records: projectRecordsApi(context),
    agentLogs: lazyAgentLogs({ project, env, states: context.states }),
    clients: clientsApi({ project, env }),
    jobs: lazyJobs({ project, env }),
    documents: lazyDocuments({ project, env }),
    ...questionsApi(context),
    ...proofsApi(context),
    ...issuesApi(context),

    snapshot: async () => {
      const { SnapshotReader: Reader } = await import('./snapshot.ts');
      snapshots ??= new Reader(project, await context.states());
      return withTexts(snapshots.take().snapshot, redact);
    },
    events: async function* (wanted) {
      const { projectEvents } = await import('./events.ts');
      yield* projectEvents(project, redact, wanted);
    },
    output: async (effect, wanted) => (await import('./output.ts')).agentOutput({ project, env }, effect, wanted),
    conductors: async () => (await import('./logs.ts')).findConductors(project),
    detach: (request) => catchFailure(async () => (await import('./background.ts')).detach({ project, env }, request)),
    launch: (request) => catchFailure(async () => (await import('./launch.ts')).launch({ project, options }, request)),
    wait: (request) =>
      catchFailure(async () => (await import('./background.ts')).waitForWork({ project, env }, request)),
    extend: (request) => catchFailure(async () => (await import('./extend.ts')).extendAgents(context, request)),
    waitForRelease: async ({ workflow, id }, signal) => {
      const { waitForRelease } = await import('./logs.ts');
      return waitForRelease(project, { workflow, id }, signal);
    },
    status: async () => {
      const { readStatus } = await import('../operations/status.ts');
      const { isAtWork } = await import('../operations/resting-status.ts');
      const status = await readStatus(project, env);
      if (!isAtWork(status)) return { ...status, extended: [] };
      return { ...status, extended: (await import('./extensions.ts')).readExtensions(project) };
    },

    remember: () =>
      catchFailure(async () => {
        const { requireSuitable } = await import('../operations/init.ts');
        const { systemClock } = await import('../../base/clock.ts');
        const { realDisk } = await import('../../files/disk.ts');
        const { privateFolder } = await import('../../store/private-folder.ts');
        const { rememberProject } = await import('../../store/projects.ts');
        requireSuitable(project, env);
        const home = unwrap(privateFolder(env));
        const remembering = { privateFolder: home, disk: realDisk, clock: systemClock, command: 'open', onNotice };
        unwrap(await rememberProject({ path: project.root, hash: project.hash }, remembering));
      }),
    init: () =>
      catchFailure(async () => {
        const { initProject, requireSuitable } = await import('../operations/init.ts');
        requireSuitable(project, env);
        return initProject(project);
      }),
    listConfig: () => catchFailure(async () => (await import('../operations/config.ts')).listConfig(configContext)),
    getConfig: (key) =>
      catchFailure(async () => (await import('../operations/config.ts')).getConfig(configContext, key)),
    setConfig: (change) =>
      catchFailure(async () => (await import('../operations/config.ts')).setConfig(configContext, change)),
    validate: (wanted) =>
      catchFailure(async () => (await import('../operations/validate.ts')).validate({ ...wanted, project, env })),
    checkSettings: async () => {
      const { readTrustedSettings } = await import('../trust-gate.ts');
      const settings = await catchFailure(() => readTrustedSettings({ project, env, trusts: trust }));
      const isAsked = !settings.ok && settings.error.code === 'trust.needed' && options.confirmTrust !== undefined;
      return settings.ok || isAsked ? ok() : settings;
    },
    logLevel: async () => {
      const { readRunSettings } = await import('../run-settings.ts');
      const settings = await catchFailure(() => readRunSettings(project, env));
      return settings.ok ? settings.value.global.log_level : 'info';
    },
    webPort: async () => {
      const { readRunSettings } = await import('../run-settings.ts');
      const { configDefaults } = await import('../../schema/config/defaults.ts');
      const settings = await catchFailure(() => readRunSettings(project, env));
      return (settings.ok ? settings.value.global : configDefaults.global).web_port;
    },
    readTrust: () => catchFailure(async () => (await import('../trust-gate.ts')).readTrust(project, env)),
    giveTrust: (given) =>
      catchFailure(async () => (await import('../trust-gate.ts')).giveTrust(given, { env, onNotice })),
    locks: async () => (await import('../operations/unlock.ts')).findLocks(project),
    removeLock: (lock) => catchFailure(async () => (await import('../operations/unlock.ts')).removeLock(lock)),
    examine: async (signal) => (await import('../operations/doctor.ts')).examine({ project, env, signal }),
    listAgents: (signal) =>
      catchFailure(async () => {
        const { listAgents } = await import('../operations/agents.ts');
        return listAgents({ project, env, signal, agent, model });
      }),
    testAgent: (test) =>
      catchFailure(async () => {
        const { testAgent } = await import('../operations/test-agent.ts');
        return testAgent({ ...test, project, cwd, env, model, trust, onNotice });
      }),
  };
}

interface Place {
  readonly project: Project;
  readonly env: DoorOptions['env'];
}

function lazyJobs(place: Place): JobsApi {
  let jobs: JobsApi | undefined;
  const api = async () => (jobs ??= (await import('./jobs.ts')).jobsApi(place));
  return {
    start: async (request) => (await api()).start(request),
    list: async () => (await api()).list(),
    wait: async (id, options) => (await api()).wait(id, options),
    end: async (id) => (await api()).end(id),
  };
}

function lazyDocuments(place: Place): DocumentsApi {
  const api = async () => (await import('./documents.ts')).documentsApi(place);
  return { list: async () => (await api()).list(), read: async (path) => (await api()).read(path) };
}

/** Its file is loaded when it is asked for. */
function lazyAgentLogs({ states, ...place }: Place & Pick<DoorContext, 'states'>): AgentLogsApi {
  const api = async () => (await import('./output.ts')).agentLogsApi({ ...place, states: await states() });
  return {
    page: async (effect, wanted) => (await api()).page(effect, wanted),
    search: async (effect, wanted) => (await api()).search(effect, wanted),
    tail: async (effect) => (await api()).tail(effect),
    prompt: async (effect) => (await api()).prompt(effect),
  };
}
