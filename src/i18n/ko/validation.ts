import type * as en from '../en/validation.ts';
import type { PatternName } from '../../base/patterns.ts';
import type { Expectation, Rule, SyntaxReason, TypeName } from '../../base/document-problem.ts';
import { formatSize } from '../format.ts';
import { particleOf } from './particle.ts';

export const validate: typeof en.validate = {
  nothing: '문서가 없습니다',
  good: (documents) => `문서 ${documents}개가 모두 올바릅니다`,
  bad: ({ problems, bad, documents }) => `문서 ${documents}개 중 ${bad}개에서 문제 ${problems}개를 찾았습니다`,
};

export function problem(expectation: Expectation, got: string): string {
  const found = got === '' ? '' : `(현재 값: ${got})`;
  switch (expectation.kind) {
    case 'syntax':
      return got === '' || expectation.reason === 'extra-comma'
        ? syntax[expectation.reason]
        : `${syntax[expectation.reason]}(${got})`;
    case 'missing':
      return '필드가 없습니다';
    case 'unknown_field': {
      const { nearest, allowed } = expectation;
      if (nearest !== undefined)
        return `없는 필드입니다. 혹시 '${nearest}'${particleOf(nearest, '을/를')} 입력하려던 건가요?`;
      return `없는 필드입니다. ${allowed.length === 0 ? '쓸 수 있는 필드가 없습니다' : `쓸 수 있는 필드: ${allowed.join(', ')}`}`;
    }
    case 'version':
      return `버전 ${expectation.newest} 이하만 쓸 수 있습니다${found}. 더 새로운 Orchestral이 쓴 문서입니다`;
    case 'too_large':
    case 'too_deep':
    case 'too_many':
      return `${expected(expectation)}까지 쓸 수 있습니다${found}`;
    case 'rule':
      return `규칙에 맞지 않습니다. 필요한 것: ${rule(expectation)}${found}`;
    case 'type':
    case 'one_of':
    case 'pattern':
    case 'range':
    case 'length':
      return `${expected(expectation)}만 쓸 수 있습니다${found}`;
  }
}

export function expected(expectation: Expectation): string {
  switch (expectation.kind) {
    case 'syntax':
      return '올바른 문법';
    case 'version':
      return `버전 ${expectation.newest} 이하(더 새로운 Orchestral이 쓴 문서입니다)`;
    case 'too_large':
      return `최대 ${formatSize(expectation.limit_bytes)}`;
    case 'too_deep':
      return `최대 ${expectation.limit}단계 깊이`;
    case 'too_many':
      return `값 최대 ${expectation.limit}개`;
    case 'unknown_field':
      return expectation.nearest === undefined ? fields(expectation.allowed) : `'${expectation.nearest}'`;
    case 'missing':
      return '이 필드';
    case 'type':
      return expectation.types.map((type) => types[type]).join(' 또는 ');
    case 'one_of':
      return oneOf(expectation.values.map((value) => JSON.stringify(value)));
    case 'pattern':
      return `${expectation.example} 같은 ${forms[expectation.name]}`;
    case 'range':
      return `${between(expectation)}의 수`;
    case 'length':
      return `${between(expectation)}의 길이`;
    case 'rule':
      return rule(expectation);
  }
}

function rule(broken: Rule): string {
  switch (broken.rule) {
    case 'order-has-duplicate':
      return '순서 목록에 id마다 한 번씩';
    case 'missing-from-order':
      return `${broken.order}에 있는 id`;
    case 'duplicate-id':
      return '겹치지 않는 id';
    case 'outside-its-task':
      return `${broken.task}-S1처럼 ${broken.task}에 속한 하위 작업 id`;
    case 'not-an-option':
      return `null 또는 ${oneOf(broken.options)}`;
    case 'does-not-add-up':
      return `항목의 합인 ${broken.sum}`;
    case 'progress-over-total':
      return '전체를 넘지 않는 진행';
    case 'unknown-task':
      return '이 문서에 있는 작업';
    case 'cycle':
      return `순환 없음(${broken.cycle.join(' → ')})`;
    case 'other-needs-notes':
      return "결정이 'other'이므로 additional_notes의 내용";
    case 'differs-from-place':
      return `경로와 같은 ${broken.place}`;
    case 'set-by-orchestral':
      return 'Orchestral이 쓴 값(Orchestral만 바꿀 수 있습니다)';
    case 'in-no-list':
      return `목록 중 하나에 있는 ${broken.id}`;
    case 'agent-at-work':
      return `사람의 확인(에이전트가 작업 중입니다. 터미널에서: orchestral auto complete ${broken.id})`;
    case 'asking-needs-crp':
      return `사람에게 물을 질문(상태: ${broken.status})`;
    case 'crp-needs-asking':
      return `crp가 있으므로 ${broken.status}(아니면 crp 없음)`;
    case 'ready-needs-text':
      return "상태가 'ready'이므로 다듬은 브리핑 전문";
    case 'not-to-be-filled':
      return `${fillable(broken.allowed)}('${broken.category}' 항목은 채울 수 없으니 crp로 물어야 합니다)`;
    case 'needs-text':
      return '빈칸이 아닌 글';
    case 'outside-project':
      return "프로젝트 루트에서 시작해 '/'로 나눈, '..' 없는 프로젝트 안의 파일 경로";
    case 'not-judged':
      return `불변 조건마다 판정 하나씩(${broken.invariant}의 판정이 없습니다)`;
    case 'not-reviewed':
      return `발견 사항마다 답 하나씩(${broken.finding}번의 답이 없습니다)`;
  }
}

function fillable(allowed: readonly string[] | null): string {
  if (allowed === null) return '금지되지 않은 분류';
  return allowed.length === 0 ? '빈 값' : oneOf(allowed);
}

function oneOf(values: readonly string[]): string {
  return values.length === 1 ? `${values[0]}` : `${values.join(', ')} 중 하나`;
}

function fields(allowed: readonly string[]): string {
  return allowed.length === 0 ? '필드 없음' : `필드 ${allowed.join(', ')} 중 하나`;
}

function between({ min, max }: { readonly min?: number; readonly max?: number }): string {
  if (min !== undefined && max !== undefined) return `${min} 이상 ${max} 이하`;
  return min === undefined ? `${max} 이하` : `${min} 이상`;
}

const types: Record<TypeName, string> = {
  string: '문자열',
  number: '수',
  integer: '정수',
  boolean: 'true 또는 false',
  object: '객체',
  array: '목록',
  null: 'null',
};

const forms: Record<PatternName, string> = {
  count: '0 이상의 정수',
  'comment-id': '코멘트 이름',
  'knowledge-id': '항목 id',
  'request-id': '요청 id',
  'task-id': '작업 id',
  'subtask-id': '하위 작업 id',
  'graph-task-id': '작업 id',
  'run-id': '실행 id',
  'crp-id': 'CRP id',
  'vcr-id': 'VCR id',
  'invariant-id': '불변식 id',
  'test-case-id': '테스트 케이스 id',
  'decision-id': '결정 id',
  'pitfall-id': '함정 id',
  'gate-id': '게이트',
  'project-hash': '16진수 8자리',
  time: 'UTC 시각',
  date: '날짜',
  'absolute-path': '절대 경로',
  'short-commit': '커밋의 16진수 7자리',
  progress: '진행도',
  'phase-key': 'Phase',
  role: '역할',
  variable: '변수 이름',
  label: '레이블',
  'auto-version': '버전',
};

const syntax: Record<SyntaxReason, string> = {
  empty: '파일이 비어 있습니다',
  'invalid-utf8': 'UTF-8 텍스트가 아닙니다',
  'control-character': '제어 문자가 있습니다',
  'unexpected-end': '텍스트가 중간에 끝났습니다',
  'unexpected-character': '여기에 올 수 없는 내용입니다',
  'extra-comma': '마지막 값 뒤의 쉼표를 지우세요',
  comment: '주석을 지우세요. JSON에는 주석이 없습니다',
  'trailing-content': '문서가 끝난 뒤에 다른 내용이 있습니다',
  'bad-escape': '올바른 이스케이프가 아닙니다',
  'bad-number': '올바른 수가 아닙니다',
  'unsafe-number': '수로는 정확히 보존할 수 없습니다. 따옴표로 감싸세요',
  'duplicate-key': '같은 키가 두 번 있습니다',
  'forbidden-key': '쓸 수 없는 키입니다',
  'bad-indentation': '들여쓰기가 맞지 않습니다',
  'several-documents': '문서가 하나여야 하는데 여러 개입니다',
  directive: 'YAML 지시자를 지우세요',
  tag: 'YAML 태그를 지우세요',
  anchor: 'YAML 앵커를 지우세요',
  alias: 'YAML 별칭 대신 값을 직접 쓰세요',
  'merge-key': 'YAML 병합 키(<<) 대신 필드를 직접 쓰세요',
  'complex-key': '단순한 키를 쓰세요',
  'needs-quotes': '텍스트를 따옴표로 감싸세요',
};
