/**
 * The words that tell what a text is about, folded so that they can be compared: parts of names (`AuthService` → auth,
 * service), plurals, Korean nouns without their particles. Words that every plan uses tell nothing and are left out.
 */
export function keywords(text: string): Set<string> {
  const words = [...text.normalize('NFC').matchAll(/[가-힣]+|[A-Za-z][A-Za-z0-9]*/g)].flatMap(([word]) =>
    /[가-힣]/.test(word) ? [korean(word)] : latin(word),
  );
  return new Set(words.filter((word) => word.length > 1 && !COMMON.has(word)));
}

function latin(word: string): string[] {
  const parts = word.replaceAll(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2').split(' ');
  return parts.map((part) => singular(part.toLowerCase()));
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

/** The particle goes when a noun of two or more syllables is left. */
function korean(word: string): string {
  return word.replace(PARTICLE, '$1');
}

const PARTICLE =
  /^([가-힣]{2,}?)(?:에서는|에서도|으로는|으로써|에게서|이라는|에서|에게|에는|에도|으로|로서|로써|까지|부터|처럼|마다|보다|이나|이며|이고|하고|하는|하기|한다|하여|해서|하고|되는|된다|을|를|은|는|이|가|의|에|와|과|도|만|로|나)$/;

const COMMON = new Set(
  (
    'the and for with from into that this all any are is be of to in on by as or an it its not new use used using ' +
    'add create implement implementation build make write update change modify fix support handle define check verify ' +
    'ensure set get provide allow test tests unit integration case code file src main index lib app com org example ' +
    'java kotlin python js ts tsx jsx py function method class module feature task work project package ' +
    '구현 추가 작성 생성 수정 변경 개발 적용 확인 검증 정의 처리 지원 설정 기능 테스트 단위 통합 코드 파일 클래스 모듈 작업 분석 ' +
    '관련 기존 필요 사용 위한 대한 모든 또는 그리고 있다 없다 한다 디렉토리 폴더 프로젝트'
  ).split(' '),
);
