/** What a task says about itself after a label. */
export type Label =
  | 'needs'
  | 'files'
  | 'deliverables'
  | 'acceptance'
  | 'domain'
  | 'risk'
  | 'owner'
  | 'model'
  | 'changes';

export interface LabelledText {
  readonly label: Label;
  readonly value: string;
  readonly isBold: boolean;
}

/** `deps: [T1.1]`, `**Depends on**: T1.1`, `**완료 조건**`: a label in bold needs no colon when it stands alone. */
export function parseLabel(line: string): LabelledText | null {
  const bold = /^(\*\*|__)(.{1,60}?)\1(.*)$/.exec(line);
  const [, name = '', value = ''] = bold === null ? (PLAIN.exec(line) ?? []) : boldParts(bold[2], bold[3]);
  const label = LABELS.get(foldCase(name));
  return label === undefined ? null : { label, value: value.trim(), isBold: bold !== null };
}

/** The label that a heading below a task's is. */
export function headingLabel(text: string): Label | null {
  return LABELS.get(foldCase(text)) ?? null;
}

const PLAIN = /^([^:：]{1,60})[:：](?:\s+(.*)|)$/;

/** The colon may stand inside or outside of the bold; a bold word with neither begins a sentence. */
function boldParts(inside = '', outside = ''): string[] {
  const after = /^\s*[:：]\s*(.*)$/.exec(outside);
  if (after !== null) return ['', inside, after[1] ?? ''];
  return /[:：]\s*$/.test(inside) || outside.trim() === '' ? ['', inside, outside] : [];
}

function foldCase(name: string): string {
  return name
    .replaceAll(/\([^)]*\)|[^\p{L}\p{N}]+/gu, '')
    .normalize('NFC')
    .toLowerCase();
}

const WORDS: readonly (readonly [Label, string])[] = [
  [
    'needs',
    'dep deps depends dependson dependency dependencies needs requires prerequisites blockedby 의존 의존성 의존작업 의존태스크 선행 선행작업 선행태스크',
  ],
  ['files', 'file files 파일 대상파일 수정파일'],
  ['deliverables', 'deliverable deliverables output outputs 산출물 결과물'],
  [
    'acceptance',
    'acceptance acceptancecriteria acceptancecriterion donewhen definitionofdone 완료조건 완료기준 인수조건 인수기준 수락조건 수락기준',
  ],
  ['domain', 'domain 도메인 분야 영역'],
  ['risk', 'risk 위험 위험도 리스크'],
  ['owner', 'owner assignee 담당 담당자'],
  ['model', 'model 모델'],
  ['changes', 'change changes 변경 변경사항'],
];

const LABELS: ReadonlyMap<string, Label> = new Map(
  WORDS.flatMap(([label, words]) => words.split(' ').map((word) => [word, label])),
);
