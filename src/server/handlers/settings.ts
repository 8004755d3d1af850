import { unwrap } from '../../base/failure.ts';
import { isRecord } from '../../base/json.ts';
import { describeSchema } from '../../i18n/describe-schema.ts';
import { fieldProblem } from '../answer-failure.ts';
import type { Handlers } from '../handler.ts';
import { FailedWithProblems } from '../failed-with-problems.ts';

export const settingsHandlers: Handlers<'settings.read' | 'settings.save'> = {
  'settings.read': async (context, { params }) => {
    const project = context.project(params.project);
    const [settings, trust] = await Promise.all([project.records.settings(), project.readTrust()]);
    const untrusted = trust.ok && !trust.value.isTrusted ? trust.value.runnables.map(({ file }) => file) : [];
    return unwrap(settings).map(({ problems, ...setting }) => ({
      ...setting,
      schema: isRecord(setting.schema) ? describeSchema(setting.schema, context.words) : setting.schema,
      is_trusted: !untrusted.includes(setting.path),
      problems: problems.map((problem) => fieldProblem(problem, context.words)),
    }));
  },
  'settings.save': async (context, { params: { project, setting }, body: { value, sha256 } }) => {
    const saved = await context.project(project).records.saveSetting({ setting, value, sha256 });
    if (!saved.ok) throw new FailedWithProblems(saved.error.failure, saved.error.problems);
    return { sha256: saved.value };
  },
};
