import { unwrap } from '../../base/failure.ts';
import type { VerifiedCommit } from '../../engine/door/proofs.ts';
import type { Run, Screen } from '../context.ts';
import { exit } from '../exit.ts';
import { projectOf } from '../project.ts';
import { indented, oneLine } from '../terminal/layout.ts';
import { jsonText } from '../terminal/visible.ts';
import { wrap } from '../terminal/width.ts';

/** Proves a merged change again, and tells whether it comes out the same. */
export const run: Run = async (context, { args }) => {
  const { io, words, flags, answer, tell } = context;
  tell(words.verify.begins);
  const project = projectOf(context);
  const verified = unwrap(await context.finishing(project.verify({ named: args[0], signal: io.signal })));
  answer(flags.json ? jsonText(verified) : verifiedLines(verified, context).join('\n'));
  return verified.answer === 'same' ? exit.done : exit.failed;
};

function verifiedLines(verified: VerifiedCommit, { words, colours, columns }: Screen): string[] {
  const said = words.verify;
  const { name, commit, answer, why, detail, differences, other_tools: otherTools, allowed } = verified;
  const what = commit === null || commit.startsWith(name) ? name : `${name} (${commit.slice(0, 12)})`;
  const reason = why === null ? '' : `: ${said.why[why](oneLine(detail).slice(0, 40))}`;
  const colour = { same: colours.green, differs: colours.red, cannot_be_repeated: colours.yellow }[answer];
  return [
    ...wrap(`${oneLine(what)}: ${said.answers[answer]}${reason}`, columns).map(colour),
    ...differences.flatMap((one) =>
      indented(said.differs(said.what[one.what] ?? one.what, one.recorded, one.now), columns),
    ),
    ...otherTools.flatMap((one) => indented(said.otherTool(one.what, one.recorded, one.now), columns)),
    ...(allowed === 0 ? [] : indented(said.allowed(allowed), columns)),
  ];
}
