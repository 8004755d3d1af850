import { Button, Checkbox, JsonInput, NumberInput, Select, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { AnswerOf } from '../../../../src/schema/api/routes.ts';
import { useIsOffline } from '../../live/live.tsx';
import { useChange } from '../../server/queries.ts';
import { Refusal } from '../../server/refusal.ts';
import { Problem } from '../../states/problem.tsx';
import { useWords } from '../../words/words.tsx';
import styles from './settings.module.css';

type File = AnswerOf<'settings.read'>[number];
type Fields = Readonly<Record<string, unknown>>;

/** A file of the configuration as a form made from its schema. Nothing is saved until all of it is valid. */
export function SettingForm({ project, file }: { project: string; file: File }) {
  const { settings: words } = useWords();
  const isOffline = useIsOffline();
  const [value, setValue] = useState<Fields>(fieldsOf(file.value));
  const save = useChange('settings.save', { quiet: true });
  const problems = save.error instanceof Refusal ? save.error.problems : file.problems;
  const form = useRef<HTMLFormElement>(null);
  // The button is far below most fields.
  useEffect(() => {
    if (save.error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [save.error]);
  const atFields = problems.filter(({ path }) => path !== '');
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ params: { project, setting: file.setting }, body: { value, sha256: file.sha256 } });
      }}
    >
      <p className={styles.path}>
        <code>{file.path}</code> {file.origin === 'default' && words.byDefault}
      </p>
      <Group schema={fieldsOf(file.schema)} value={value} at="" problems={atFields} onChange={setValue} />
      {save.error !== null && <Problem error={save.error} />}
      {save.isSuccess && <p role="status">{words.saved}</p>}
      <Button type="submit" disabled={isOffline} loading={save.isPending}>
        {words.save}
      </Button>
    </form>
  );
}

interface GroupProps {
  readonly schema: Fields;
  readonly value: Fields;
  readonly at: string;
  readonly problems: File['problems'];
  readonly onChange: (value: Fields) => void;
}

function Group({ schema, value, at, problems, onChange }: GroupProps) {
  return Object.entries(fieldsOf(schema['properties'])).map(([name, field]) => {
    const path = at === '' ? name : `${at}.${name}`;
    const shape = fieldsOf(field);
    const set = (next: unknown): void => onChange({ ...value, [name]: next });
    if (shape['type'] === 'object' && shape['properties'] !== undefined)
      return (
        <fieldset key={name} className={styles.group}>
          <legend>{name}</legend>
          <Group schema={shape} value={fieldsOf(value[name])} at={path} problems={problems} onChange={set} />
        </fieldset>
      );
    const said = problems.filter(
      (problem) => problem.path === path || problem.path.startsWith(`${path}.`) || problem.path.startsWith(`${path}[`),
    );
    const common = {
      label: name,
      description: textOf(shape['description']),
      error: said.length === 0 ? null : said.map(({ message }) => message).join(' '),
    };
    return <Field key={name} shape={shape} value={value[name]} onChange={set} common={common} />;
  });
}

function Field({
  shape,
  value,
  onChange,
  common,
}: {
  shape: Fields;
  value: unknown;
  onChange: (value: unknown) => void;
  common: { label: string; description: string; error: string | null };
}) {
  const choices = Array.isArray(shape['enum']) ? shape['enum'].map(String) : null;
  if (choices !== null)
    return (
      <Select
        {...common}
        data={choices}
        value={typeof value === 'string' ? value : null}
        onChange={onChange}
        allowDeselect={false}
      />
    );
  if (shape['type'] === 'boolean')
    return (
      <Checkbox {...common} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
    );
  if (shape['type'] === 'integer' || shape['type'] === 'number')
    return (
      <NumberInput
        {...common}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => onChange(next === '' ? null : next)}
      />
    );
  if (shape['type'] === 'string' && typeof value === 'string')
    return <TextInput {...common} value={value} onChange={(event) => onChange(event.currentTarget.value)} />;
  return <Json value={value} onChange={onChange} common={common} />;
}

/** What has no simple shape, as JSON; kept as text while it is none. */
function Json({
  value,
  onChange,
  common,
}: {
  value: unknown;
  onChange: (value: unknown) => void;
  common: { label: string; description: string; error: string | null };
}) {
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2));
  return (
    <JsonInput
      {...common}
      autosize
      maxRows={12}
      value={text}
      onChange={(next) => {
        setText(next);
        try {
          onChange(next === '' ? undefined : JSON.parse(next));
        } catch {
          onChange(next);
        }
      }}
    />
  );
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
