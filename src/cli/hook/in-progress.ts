import type {
  AutoStatus,
  ProjectApi,
  ProjectStatus,
  RunStatus,
  SessionStatus,
} from '../../engine/door/open-project.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import { chooseLanguage, loadCatalogue } from '../../i18n/language.ts';
import { nextCommand, outcomeLine } from '../report/work-outcome.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const MOST_LINES = 5;

/**
 * What Claude is told when a conversation begins: ids, steps and commands. No text out of a document: a repository that
 * somebody else wrote must not speak to it in our name.
 */
export async function sessionStart(folder: string, env: Environment): Promise<string | undefined> {
  const project = await projectIn(folder, env);
  if (project === undefined) return undefined;
  const words = await loadCatalogue(chooseLanguage({ env }));
  const { allWork, openWork } = await import('../../engine/door/work-outcome.ts');
  const open = openWork(allWork(await project.snapshot()));
  if (open.length === 0) return undefined;
  const lines = open.slice(0, MOST_LINES).map((work) => {
    const next = nextCommand(work);
    const line = `- ${outcomeLine(work, words)}`;
    return next === null ? line : `${line}; ${words.background.next(next)}`;
  });
  const rest = open.length > MOST_LINES ? [words.hook.more(open.length - MOST_LINES)] : [];
  const additionalContext = [words.hook.inProgress, ...lines, ...rest].join('\n');
  return JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext } });
}

/** One line of what documents show: it is asked for again and again. */
export async function statusLine(folder: string, env: Environment): Promise<string | undefined> {
  const project = await projectIn(folder, env);
  if (project === undefined) return undefined;
  const words = await loadCatalogue(chooseLanguage({ env }));
  const parts = statusParts(await project.status(), words);
  return parts.length === 0 ? undefined : `orchestral: ${parts.join(' · ')}`;
}

function statusParts({ runs, sessions, auto }: ProjectStatus, words: Catalogue): string[] {
  const run = runs.find(({ phase }) => !OVER.has(phase));
  const session = sessions.find((one) => one.status === 'active');
  return [
    ...(run === undefined ? [] : [`${run.run_id} ${words.hook.phases[run.phase] ?? run.phase}`]),
    ...(session === undefined ? [] : [sessionPart(session)]),
    ...(auto === null || auto.counts.completed === auto.counts.total ? [] : [autoPart(auto, words)]),
  ];
}

const OVER: ReadonlySet<RunStatus['phase']> = new Set(['completed', 'failed', 'stopped']);

function sessionPart({ hash, request }: SessionStatus): string {
  const subtask = request?.current?.subtask;
  const id = request?.id ?? hash;
  return subtask === null || subtask === undefined ? id : `${id} ${subtask.id} ${subtask.phase}`;
}

function autoPart({ counts }: AutoStatus, { status }: Catalogue): string {
  const failed = counts.failed === 0 ? '' : ` (${status.counts.failed} ${counts.failed})`;
  return `auto ${counts.completed}/${counts.total}${failed}`;
}

async function projectIn(folder: string, env: Environment): Promise<ProjectApi | undefined> {
  const { openProject } = await import('../../engine/door/open-project.ts');
  const opened = openProject(folder, { env, language: chooseLanguage({ env }) });
  return opened.ok ? opened.value : undefined;
}
