import type { AnswerOf } from '../../../../src/schema/api/routes.ts';
import { StateMark } from '../../marks/state-mark.tsx';
import { dollars } from '../../words/format.ts';
import { useWords } from '../../words/words.tsx';
import styles from './new.module.css';

/** What starting would mean: who is called, what may be spent, what would be run. */
export function Preview({ preview }: { preview: AnswerOf<'project.preview'> }) {
  const { start: words } = useWords();
  const { agents, budget, problems, trust } = preview;
  return (
    <>
      <h2>{words.preview}</h2>
      <dl className={styles.facts}>
        {agents.map(({ role, backend, model, failure }) => (
          <div key={role}>
            <dt>{role}</dt>
            <dd>
              {backend === null ? (
                <StateMark state="failed" label={failure?.message ?? words.nobody} />
              ) : (
                [backend, model].filter(Boolean).join(' · ')
              )}
            </dd>
          </div>
        ))}
        <div>
          <dt>{words.money}</dt>
          <dd>
            {words.budget(dollars(budget.spent_usd), budget.limit_usd === null ? null : dollars(budget.limit_usd))}
          </dd>
        </div>
      </dl>
      {problems.map(({ code, message, hint }) => (
        <p key={code}>
          <StateMark state="failed" label={message} /> {hint}
        </p>
      ))}
      {trust.commands.length > 0 && <h3>{words.commands}</h3>}
      {trust.commands.map(({ file, place, text: command }) => (
        <p key={`${file} ${place}`}>
          <code>{command}</code> <span className={styles.meta}>{`${file} ${place}`}</span>
        </p>
      ))}
    </>
  );
}
