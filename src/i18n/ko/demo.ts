import type { Catalogue } from '../catalogue.ts';
import type { demoScreens as english } from '../en/demo.ts';

export const demoScreens: Pick<Catalogue, keyof typeof english> = {
  demo: {
    texts: 'ko',
    begin:
      '리허설입니다. 에이전트는 대본대로 움직이고 모델은 호출하지 않습니다. 파일, git, 테스트와 판정은 모두 진짜입니다.',
    asks: '제목으로 링크를 만드는 작은 프로젝트에서 이런 일을 부탁합니다:',
    answersAlone: (option) => `물어볼 사람이 없어 데모가 대신 추천대로 답합니다: ${option}`,
    knowsOnly: (known) => `대본에는 ${known}만 있으므로 추천대로 계속합니다.`,
    approvesAlone: '물어볼 사람이 없어 데모가 대신 승인합니다.',
    rationale: '데모가 추천대로 고름',
    notMerged: '리허설이 끝났고 병합하지 않았습니다. 만들어진 것은 모두 진짜이며 여기에 있습니다:',
    end: '리허설이 끝났습니다. 만들어진 것은 모두 진짜이며 여기에 있습니다:',
    places: { project: '프로젝트', run: '실행', summary: '요약', merge: '병합' },
    merged: (commit, branch) => `${branch}의 ${commit}`,
    mergeAfterAll: '나중에라도 병합하려면:',
    look: '한 일 보기:',
    next: '같은 일을 자신의 프로젝트에서 진짜 에이전트로:',
    example: 'orchestral start "하고 싶은 일"',
    playAgain: (folder) => `다시 보려면: orchestral demo. 이번 것은 ${folder}에 있습니다`,
    which: '설치된 에이전트는 orchestral agents로 볼 수 있습니다.',
    remove: '다른 곳에는 아무것도 쓰지 않았습니다. 지우려면:',
  },
};
