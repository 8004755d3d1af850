import { throwFailure, unwrap } from '../../base/failure.ts';
import { isId } from '../../base/ids.ts';
import type { ComparedText, ComparedTrees } from '../../engine/door/run-records.ts';
import { locateProblem } from '../../i18n/format-problem.ts';
import type { Knowledge } from '../../schema/knowledge.ts';
import * as inputs from '../../schema/mcp/inputs.ts';
import * as outputs from '../../schema/mcp/outputs.ts';
import { pathInside } from '../paths.ts';
import { failureText, tool } from '../tool.ts';

/* What is read of one thing. */

export const show = tool({
  name: 'show',
  does: 'read',
  input: inputs.idInput,
  output: outputs.shown,
  call: async ({ id }, { session: { project } }) => {
    if (isId('run-id', id)) return { kind: 'run' as const, view: { ...unwrap(await project.runs.view(id)) } };
    if (id === 'auto') {
      const { tasks: _, order: __, ...view } = unwrap(await project.auto.graph());
      return { kind: 'auto' as const, view };
    }
    if (isId('graph-task-id', id)) {
      const { text, findings } = unwrap(await project.auto.task(id));
      const view = unwrap(await project.auto.graph()).tasks[id];
      return { kind: 'task' as const, view: { ...view, text, findings } };
    }
    const { sessions } = await project.snapshot();
    const view = sessions.find(({ hash, request_id }) => hash === id || request_id === id);
    return view === undefined ? throwFailure('session.unknown', { named: id }) : { kind: 'session' as const, view };
  },
});

export const log = tool({
  name: 'log',
  does: 'read',
  input: inputs.idInput,
  output: outputs.agentLog,
  call: async ({ id }, { session: { project } }) => {
    const { runs, sessions, auto } = await project.snapshot();
    const isMeant = (effect: string) =>
      effect === id || effect.startsWith(`${id}/`) || effect.startsWith(`auto/${id}/`);
    const session = sessions.find(({ hash, request_id }) => hash === id || request_id === id);
    const running = [...runs.flatMap((run) => run.running), ...(session?.running ?? []), ...(auto?.running ?? [])];
    const effects = running.filter((effect) => isMeant(effect) || session?.running.includes(effect) === true);
    const tails = await Promise.all(
      effects.slice(0, MOST_AGENTS).map(async (effect) => {
        const tail = await project.agentLogs.tail(effect);
        return { effect, words: tail.ok ? tail.value.words.slice(-MOST_WORDS) : '' };
      }),
    );
    return { agents: tails };
  },
});

const MOST_AGENTS = 20;
const MOST_WORDS = 2_000;

export const diff = tool({
  name: 'diff',
  does: 'read',
  input: inputs.diffInput,
  output: outputs.diff,
  call: async ({ id, path }, { session: { project } }) => {
    const isRun = isId('run-id', id);
    if (path !== undefined) {
      const wanted = { path, context: 3 };
      const range = { from: undefined, to: undefined };
      const compared = isRun
        ? await project.runs.compareFile(id, { ...range, ...wanted })
        : await project.auto.compareTaskFile(id, wanted);
      return filePatch(unwrap(compared));
    }
    const trees = isRun
      ? await project.runs.compare(id, { from: undefined, to: undefined })
      : await project.auto.compareTask(id);
    const { files } = unwrap(trees);
    return { files: files.slice(0, MOST_FILES).map(fileLine), patch: null, is_cut: files.length > MOST_FILES };
  },
});

const MOST_FILES = 200;
const MOST_PATCH = 40_000;

function fileLine({ path, kind, added, deleted, is_test }: ComparedTrees['files'][number]) {
  return { path, kind, added, deleted, is_test };
}

const SIGNS = { same: ' ', removed: '-', added: '+' } as const;

function filePatch(compared: ComparedText) {
  const hunks = compared.hunks.map(({ before, after, heading, lines }) =>
    [
      `@@ -${before.start},${before.lines} +${after.start},${after.lines} @@ ${heading}`.trimEnd(),
      ...lines.map(({ kind, text }) => `${SIGNS[kind]}${text}`),
    ].join('\n'),
  );
  const patch = hunks.join('\n');
  const isCut = compared.is_cut || patch.length > MOST_PATCH;
  return { files: [fileLine(compared)], patch: patch.slice(0, MOST_PATCH), is_cut: isCut };
}

export const forecast = tool({
  name: 'forecast',
  does: 'read',
  input: inputs.startAutoInput,
  output: outputs.forecast,
  call: async ({ tasks, ...wanted }, { session: { project } }) => {
    const { root } = project.project;
    const file = tasks === undefined ? {} : { tasks: pathInside(root, tasks) };
    const foreseen = unwrap(await project.auto.forecast({ ...wanted, ...file }));
    const { mode, tasks_file, begun, total, left, parallel, seconds, cost_usd, critical_path } = foreseen;
    return {
      mode,
      tasks_file,
      is_begun: begun,
      total,
      left,
      parallel,
      seconds,
      cost_usd,
      critical_path: critical_path.slice(0, MOST_FILES),
    };
  },
});

export const evidence = tool({
  name: 'evidence',
  does: 'read',
  input: inputs.idInput,
  output: outputs.evidence,
  call: async ({ id }, { session: { project } }) => {
    if (!isId('run-id', id)) {
      const { task, findings, items } = unwrap(await project.auto.task(id));
      const to_allow = items.map(({ number, key, code }) => `${number}. ${key ?? ''} (${code})`);
      const commit = task.work?.commit ?? null;
      return { id, commit, evidence: null, findings: [...findings], to_allow, state: task.status };
    }
    const view = unwrap(await project.runs.view(id));
    const pack = await project.runs.review(id);
    const base = { id, state: view.step, commit: view.work?.commit ?? null };
    if (!pack.ok) return { ...base, evidence: null, findings: [], to_allow: [] };
    const { evidence: measured, findings, to_allow, commit } = pack.value;
    const items = to_allow.map(({ number, key, code }) => `${number}. ${key ?? ''} (${code})`);
    return { ...base, commit, evidence: measured, findings: [...findings], to_allow: items };
  },
});

const USUAL_ENTRIES = 20;

export const knowledge = tool({
  name: 'knowledge',
  does: 'read',
  input: inputs.knowledgeInput,
  output: outputs.knowledge,
  call: async ({ query, limit = USUAL_ENTRIES }, { session: { project }, unwanted }) => {
    const { knowledge: known } = unwrap(await project.records.knowledge());
    const { memory, memories } =
      query.trim() === ''
        ? { memory: 'none' as const, memories: [] }
        : await project.records.recall(query.slice(0, LONGEST_QUERY), unwanted);
    const fit = [
      ...(known === null ? [] : searchEntries(known, query)),
      ...memories.map(({ id, text }) => ({ id: `#${id}`, kind: 'memory' as const, text })),
    ];
    return { entries: fit.slice(0, limit), total: fit.length, memory };
  },
});

function searchEntries(known: Knowledge, query: string) {
  const entries = [
    ...known.decisions.map(({ id, topic, decision, rationale, refs }) => ({
      id,
      kind: 'decision' as const,
      text: [topic, decision, rationale, refs.join(' ')].filter((part) => part !== '').join(' — '),
    })),
    ...known.pitfalls.map(({ id, description, reason }) => ({
      id,
      kind: 'pitfall' as const,
      text: `${description} — ${reason}`,
    })),
    ...Object.entries(known.patterns).map(([id, pattern]) => ({
      id,
      kind: 'pattern' as const,
      text:
        typeof pattern === 'string'
          ? pattern
          : Object.entries(pattern)
              .map(([name, text]) => `${name}: ${text}`)
              .join('; '),
    })),
  ];
  const words = query
    .normalize('NFC')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_SEARCHED);
  const scored = entries.map((entry) => {
    const text = `${entry.id} ${entry.text}`.normalize('NFC').toLowerCase();
    return { entry, score: words.filter((word) => text.includes(word)).length };
  });
  const fit = scored.filter(({ score }) => words.length === 0 || score > 0).toSorted((a, b) => b.score - a.score);
  return fit.map(({ entry }) => entry);
}

const LONGEST_QUERY = 1_000;
const MOST_SEARCHED = 50;

export const validate = tool({
  name: 'validate',
  does: 'read',
  input: inputs.validateInput,
  output: outputs.validated,
  call: async ({ paths = [], as }, { session, unwanted: signal }) => {
    const { project, words } = session;
    const { root } = project.project;
    const inside = paths.map((named) => pathInside(root, named));
    const checked = unwrap(await project.validate({ cwd: root, paths: inside, as, signal }));
    const bad = checked.filter(({ ailment }) => ailment !== null);
    return {
      valid: bad.length === 0,
      counts: { documents: checked.length, bad: bad.length },
      bad: bad.slice(0, MOST_FILES).map(({ path, document, ailment }) => ({
        path,
        document,
        problems:
          ailment?.kind === 'invalid'
            ? ailment.problems.map((problem) => locateProblem(problem, words))
            : ailment === null
              ? []
              : [failureText(ailment.failure, session)],
      })),
    };
  },
});
