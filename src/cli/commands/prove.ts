import { unwrap } from '../../base/failure.ts';
import type { ProvedChange } from '../../engine/door/proofs.ts';
import type { Context, Run } from '../context.ts';
import { exit, type ExitCode } from '../exit.ts';
import { projectOf } from '../project.ts';
import { hunkLine, provedLines } from '../report/proved.ts';
import { jsonText, visible } from '../terminal/visible.ts';

/** Takes back each hunk of a change on its own, and tells which of them the tests notice. */
export const run: Run = async (context, { args }) => {
  const { io, words, flags, answer, tell } = context;
  tell(words.prove.begins);
  const project = projectOf(context);
  const proved = unwrap(
    await context.finishing(
      project.prove({
        named: args[0],
        signal: io.signal,
        onHunk: ({ done, total, hunk }) => tell(visible(`${done}/${total}  ${hunkLine(hunk, context)}`)),
      }),
    ),
  );
  answer(flags.json ? jsonText(proved) : provedLines(proved, context).join('\n'));
  return endOf(proved, context);
};

function endOf({ is_enough: isEnough, percent, wanted }: ProvedChange, { tell, words }: Context): ExitCode {
  if (isEnough) return exit.done;
  tell(words.prove.tooLittle(percent ?? 0, wanted ?? 0));
  return exit.failed;
}
