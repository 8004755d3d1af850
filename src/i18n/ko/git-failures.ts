import { formatNames } from '../format.ts';
import type { GitFailures } from '../sentence.ts';
import { withParticle } from './particle.ts';

/** What git could not do, and what to do about it. */
export const gitFailures: GitFailures = {
  'git.not_installed': () => ({ message: 'git이 설치되어 있지 않습니다', hint: 'git 2.38 이상을 설치하세요' }),
  'git.too_old': ({ found, needed }) => ({
    message: `git ${withParticle(found, '은/는')} 너무 오래되었습니다`,
    hint: `git ${needed} 이상을 설치하세요`,
  }),
  'git.not_a_repository': ({ folder }) => ({
    message: `${withParticle(folder, '은/는')} git 저장소가 아닙니다`,
    hint: '저장소 만들기: git init && git add . && git commit --allow-empty -m "first"',
  }),
  'git.dubious_ownership': ({ folder }) => ({
    message: `${withParticle(folder, '은/는')} 다른 사용자의 것이라 git이 거부합니다`,
    hint: `믿을 수 있다면: git config --global --add safe.directory ${folder}`,
  }),
  'git.no_commit': ({ folder }) => ({
    message: `${folder}에 아직 커밋이 없습니다`,
    hint: '커밋 만들기: git add . && git commit --allow-empty -m "first"',
  }),
  'git.no_identity': () => ({
    message: 'git에 사용자 이름과 이메일이 설정되어 있지 않습니다',
    hint: '설정하기: git config --global user.name "…" && git config --global user.email "…"',
  }),
  'git.detached': ({ folder }) => ({
    message: `${folder}에 체크아웃된 브랜치가 없습니다(detached HEAD)`,
    hint: '여기에 브랜치 만들기: git switch -c NAME',
  }),
  'git.failed': ({ command, ending, stderr }) => ({
    message: `${command} 실행에 실패했습니다(${ending})${stderr === '' ? '' : `: ${stderr}`}`,
    hint: isFull.test(stderr) ? '공간을 확보한 뒤 다시 실행하세요' : null,
  }),
  'git.locked': ({ lock }) => ({
    message: `git이 ${withParticle(lock, '을/를')} 잠갔습니다`,
    hint: '다른 git이 끝나기를 기다리세요. 실행 중인 git이 없다면 그 파일을 직접 지우세요',
  }),
  'git.ref_moved': ({ ref, expected, found }) => ({
    message: `그사이 ${withParticle(ref, '이/가')} 바뀌었습니다: 기대 ${expected ?? '없음'}, 실제 ${found ?? '없음'}`,
    hint: '아무것도 바뀌지 않았습니다. 다시 실행하세요',
  }),
  'git.branch_checked_out': ({ branch, folder }) => ({
    message: `${withParticle(branch, '이/가')} ${folder}에 체크아웃되어 있습니다`,
    hint: '그곳은 건드리지 않았습니다. 그쪽을 다른 브랜치로 옮기세요',
  }),
  'git.config_unreadable': ({ names }) => ({
    message: `Git 설정에 UTF-8이 아닌 이름이 있습니다: ${names.join(', ')}`,
    hint: '.git/config를 열어 지우세요. Orchestral은 그 이름이 실행하는 것을 끌 수 없습니다.',
  }),
  'git.not_our_worktree': ({ folder }) => ({
    message: `${withParticle(folder, '은/는')} Orchestral의 워크트리가 아닙니다`,
  }),
  'git.worktree_inside_repository': ({ folder, repository }) => ({
    message: `워크트리는 저장소 안에 둘 수 없습니다: ${withParticle(folder, '이/가')} ${repository} 안에 있습니다`,
    hint: '.orchestral/config/project.json의 worktree_root를 다른 곳으로 정하세요',
  }),
  'git.folder_taken': ({ folder }) => ({
    message: `${withParticle(folder, '이/가')} 이미 있습니다`,
    hint: '다른 곳으로 옮기세요',
  }),
  'git.nested_repository': ({ paths }) => ({
    message: `워크트리 안에 git 저장소가 있어 그 내용이 사라질 수 있습니다: ${paths.join(', ')}`,
    hint: '서브모듈로 만들거나 그 안의 .git을 지우세요',
  }),
  'git.operation_in_progress': ({ folder, operation }) => ({
    message: `${folder}에서 ${withParticle(operation, '이/가')} 진행 중입니다`,
    hint: `마치거나 중단하세요: git ${operation} --abort`,
  }),
  'git.worktree_changed': ({ folder }) => ({
    message: `저장하는 동안 ${folder}에 누군가 썼습니다`,
    hint: '다시 실행하세요',
  }),
  'git.not_normalized': ({ paths }) => ({
    message: `저장소의 줄 끝이 .gitattributes와 다릅니다: ${formatNames(paths)}`,
    hint: '맞춰서 커밋하세요: git add --renormalize . && git commit -m "Normalize line endings"',
  }),
  'git.untrusted_driver': ({ keys }) => ({
    message: `이 병합은 저장소 설정에 적힌 프로그램을 실행하게 됩니다: ${keys.join(', ')}`,
    hint: '그 설정을 지우거나 직접 병합하세요',
  }),
};

/** As git says it, in English whatever the language. */
const isFull = /No space left on device|Out of diskspace/;
