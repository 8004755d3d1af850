import fs from 'node:fs';
import path from 'node:path';
import { conductAuto, type AutoConducting } from '../../src/engine/descriptors/conduct-auto.ts';
import type { AutoContext, OpenAuto } from '../../src/engine/descriptors/auto.ts';
import type { AutoOptions } from '../../src/engine/operations/auto/beginning.ts';
import { type AutoStarted, startAuto } from '../../src/engine/operations/auto/start.ts';
import { findProject } from '../../src/engine/project.ts';
import { en } from '../../src/i18n/en/index.ts';
import type { Rehearsal } from '../../src/schema/rehearsal.ts';
import type { AutoEvent } from '../../src/workflows/auto/events.ts';
import type { Graph } from '../../src/workflows/auto/graph-state.ts';
import { expectOk } from './conduct-session.ts';
import type { RunProject } from './run-project.ts';

/** A graph that is open in this process. */
export interface PlayedAuto {
  readonly open: OpenAuto;
  readonly started: AutoStarted;
  readonly events: AutoEvent[];
  graph(): Graph;
  /** Takes it as far as it goes. */
  conduct(options?: Partial<AutoConducting>): Promise<void>;
  /** Ids of the tasks in a list of the state file, as it stands there. */
  listed(list: string): string[];
  /** What the agent of an effect was told: `T1.1/work#1`. */
  prompt(effect: string): string;
  close(): Promise<void>;
}

export type AutoScenario = Partial<AutoContext> & AutoOptions & { readonly script?: Rehearsal };

export async function startAutoIn(project: RunProject, given: AutoScenario = {}): Promise<PlayedAuto> {
  const { mode = 'ultra-thin', tasks, base, parallel, retryLimit, resumes, rebuilds, ...rest } = given;
  const wishes: AutoOptions = {
    mode,
    tasks,
    base,
    parallel,
    retryLimit,
    ...(resumes !== undefined && { resumes }),
    ...(rebuilds !== undefined && { rebuilds }),
  };
  return playing(project, await startAuto(wishes, autoContext(project, rest)));
}

export function autoContext(
  { folder, env, home }: Pick<RunProject, 'folder' | 'env' | 'home'>,
  { script, ...given }: Partial<AutoContext> & { readonly script?: Rehearsal } = {},
): AutoContext {
  // A person who named an agent names it again at each command.
  const last = path.join(home, 'tasks.yaml');
  const again = fs.existsSync(last) ? { agent: `rehearsal:${last}` } : {};
  return {
    project: expectOk(findProject({ cwd: folder, named: folder })),
    env,
    cwd: folder,
    words: en,
    options: script === undefined ? again : { agent: rehearsedTasks(home, script) },
    trusts: true,
    onNotice: () => undefined,
    memory: { free: () => 64 * 2 ** 30, total: () => 64 * 2 ** 30 },
    ...given,
  };
}

export function rehearsedTasks(home: string, script: Rehearsal): string {
  const file = path.join(home, 'tasks.yaml');
  fs.writeFileSync(file, JSON.stringify(script));
  return `rehearsal:${file}`;
}

function playing({ folder, home }: RunProject, started: AutoStarted): PlayedAuto {
  const { open, plan } = started;
  const events: AutoEvent[] = [];
  open.store.watch(({ event }) => {
    if (event.type !== 'shown' && event.type !== 'edited') events.push(structuredClone(event));
  });
  return {
    open,
    started,
    events,
    graph: () => {
      if (open.store.state.kind === 'unplanned') throw new Error('no graph');
      return open.store.state;
    },
    conduct: (options = {}) => conductAuto(open, { plan, signal: new AbortController().signal, ...options }),
    listed: (list) =>
      JSON.parse(fs.readFileSync(path.join(folder, '.claude/orchestrate-state.json'), 'utf8')).tasks[list],
    prompt(effect) {
      const steps = path.join(home, 'state/orchestral', open.context.project.hash, 'steps/auto');
      return fs.readFileSync(path.join(steps, effect.replace('#', '-'), 'prompt.md'), 'utf8');
    },
    close: async () => expectOk(await open.close()),
  };
}
