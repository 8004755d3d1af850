import type { FailuresOf } from '../catalogue.ts';
import { withParticle } from '../particle.ts';
import { sizeOf } from '../size.ts';

export const preflightFailures: FailuresOf<'preflight' | 'shadow' | 'copy'> = {
  'preflight.disk_low': ({ mount, free, needed }) => ({
    message: `${mount}에 worktree를 둘 공간이 부족합니다: 남은 공간 ${sizeOf(free)}, 필요한 공간 ${sizeOf(needed)}`,
    hint: '공간을 비우거나 .orchestral/config/project.json의 worktree_root를 다른 곳으로 정하세요',
  }),
  'preflight.lfs_missing': ({ program }) => ({
    message: `이 저장소는 Git LFS를 쓰는데 ${withParticle(program, '이/가')} 설치되어 있지 않습니다`,
    hint: 'Git LFS를 설치하세요: https://git-lfs.com',
  }),
  'preflight.lfs_untrusted': () => ({
    message: 'Git LFS가 이 저장소의 설정에만 적혀 있어 Orchestral이 실행하지 않습니다',
    hint: '사용자 설정에 추가하세요: git lfs install',
  }),
  'preflight.objects_missing': ({ branch, count }) => ({
    message: `이 부분 클론에는 ${branch}의 객체 ${count}개가 없으며, Orchestral은 아무것도 내려받지 않습니다`,
    hint: `전체를 체크아웃하면 받아집니다: git sparse-checkout disable && git checkout ${branch}`,
  }),
  'preflight.folder_not_in_base': ({ folder, branch }) => ({
    message: `${branch}에는 ${withParticle(folder, '이/가')} 없어 에이전트가 볼 수 없습니다`,
    hint: '그 브랜치에 커밋하거나 따로 저장소로 만드세요: git init',
  }),
  'preflight.below_repository': ({ folder, repository }) => ({
    message: `${folder} 폴더는 저장소 ${repository}의 일부이고, 에이전트는 저장소 전체에서 일합니다`,
    hint: `저장소에서 시작하세요: --project ${repository}`,
  }),
  'preflight.holds_private_folder': ({ folder, inside }) => ({
    message: `${folder} 폴더는 git 저장소가 아니며, 그 안의 ${inside}에 Orchestral의 파일이 있어 복사할 수 없습니다`,
    hint: '프로젝트 폴더로 가거나 --project DIR로 지정하세요',
  }),
  'shadow.too_large': ({ folder, files, bytes, limits }) => ({
    message: `${withParticle(folder, '은/는')} 복사하기에 너무 큽니다: 파일 ${files}개, ${sizeOf(bytes)}. 최대 파일 ${limits.files}개, ${sizeOf(limits.bytes)}`,
    hint: '에이전트에게 필요 없는 것을 그곳의 .gitignore에 적거나, git 저장소로 만드세요',
  }),
  'copy.conflict': ({ paths }) => ({
    message: `작업이 시작된 뒤에 바뀐 파일을 덮어쓰게 됩니다: ${some(paths)}`,
    hint: '바꾼 내용을 다른 곳에 옮긴 뒤 다시 승인하거나, 거절하여 다시 만들게 하세요',
  }),
  'copy.impossible': ({ path, why }) => ({
    message: `${withParticle(path, '은/는')} 복사할 수 없습니다: ${why === 'name' ? '이름이 UTF-8이 아닙니다' : '별도의 git 저장소입니다'}`,
    hint: '그 이유를 적어 거절하면 에이전트가 다시 만듭니다',
  }),
};

function some(paths: readonly string[]): string {
  return paths.length > 5 ? `${paths.slice(0, 5).join(', ')} 외 ${paths.length - 5}개` : paths.join(', ');
}
