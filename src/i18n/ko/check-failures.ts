import type { FailuresOf } from '../catalogue.ts';
import { withParticle } from '../particle.ts';

export const checkFailures: FailuresOf<'checks'> = {
  'checks.stale_tree': ({ folder, expected, found }) => ({
    message: `${folder}에 검사할 ${expected.slice(0, 7)}이(가) 아니라 ${found.slice(0, 7)}이(가) 있습니다. 아무것도 실행하지 않았습니다`,
    hint: '무언가가 이 폴더를 바꾸었습니다. resume하면 폴더를 다시 만듭니다',
  }),
  'checks.not_started': ({ command, reason }) => ({
    message: `시작할 수 없습니다: ${command} (${reason})`,
    hint: '이 컴퓨터에 없는 것 보기: orchestral doctor',
  }),
  'checks.setup_failed': ({ command, ending, tail }) => ({
    message: `프로젝트를 준비하지 못했습니다: ${command} (${ending})`,
    output: tail,
    hint: '새로 복제한 폴더에서 되게 하거나 .orchestral/config/project.json의 setup_command를 바꾸세요',
  }),
  'checks.cannot_run': ({ command, ending, tail }) => ({
    message: `손대지 않은 프로젝트에서 테스트를 실행할 수 없습니다: ${command} (${ending})`,
    output: tail,
    hint: '새로 복제한 폴더에서 되게 하거나 .orchestral/config/project.json의 test_command를 바꾼 뒤 resume 하세요',
  }),
  'checks.copy_refused': ({ file, why }) => ({
    message: `${withParticle(file, '은/는')} worktree로 복사하지 않습니다: ${refusals[why]}`,
    hint: ".orchestral/config/project.json의 'copy'에는 .env처럼 git이 무시하는 파일을 적습니다",
  }),
};

const refusals = {
  outside: '프로젝트 밖에 있습니다',
  not_regular: '일반 파일이 아닙니다',
  tracked: 'git이 관리하므로 이미 있습니다',
  not_ignored: 'git이 무시하지 않으므로 커밋될 것입니다',
  too_large: '너무 큽니다',
};
