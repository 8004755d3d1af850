import { image } from './settings.ts';
import type { Technology } from './technology.ts';

const BOOT = 'org.springframework.boot:spring-boot-starter';

export const OPERATIONS: readonly Technology[] = [
  {
    name: 'Docker Compose',
    kind: 'containers',
    also: ['도커 컴포즈', '도커 컴포스'],
    files: /(^|\/)(docker-)?compose[\w.-]*\.ya?ml$/,
  },
  {
    name: 'Docker',
    kind: 'containers',
    also: ['도커'],
    files: /(^|\/)(Dockerfile[\w.-]*|[\w.-]+\.dockerfile|\.dockerignore|(docker-)?compose[\w.-]*\.ya?ml)$/,
  },
  {
    name: 'Kubernetes',
    kind: 'containers',
    also: ['K8s', '쿠버네티스'],
    files: /(^|\/)(k8s|kubernetes|kustomization\.ya?ml|Chart\.ya?ml)(\/|$)/,
    elusive: true,
  },
  { name: 'Helm', kind: 'containers', also: ['헬름'], word: true, files: /(^|\/)Chart\.ya?ml$/ },
  { name: 'Terraform', kind: 'infrastructure', also: ['테라폼'], files: /\.tf$/ },
  {
    name: 'GitHub Actions',
    kind: 'CI',
    also: ['깃허브 액션', '깃허브 액션스', '깃헙 액션'],
    files: /^\.github\/workflows\/[^/]+\.ya?ml$/,
  },
  { name: 'GitLab CI', kind: 'CI', also: ['깃랩 CI', 'GitLab CI/CD'], files: /(^|\/)\.gitlab-ci\.yml$/ },
  { name: 'Jenkins', kind: 'CI', also: ['젠킨스'], files: /(^|\/)Jenkinsfile/ },
  { name: 'CircleCI', kind: 'CI', also: ['서클CI'], files: /^\.circleci\// },
  { name: 'Travis CI', kind: 'CI', also: ['트래비스 CI'], files: /(^|\/)\.travis\.yml$/ },
  {
    name: 'Nginx',
    kind: 'proxy',
    also: ['엔진엑스'],
    files: /(^|\/)nginx[\w.-]*(\.conf|\/)/,
    settings: /\bimage:\s*['"]?(?:[\w.-]+\/)*nginx(?=[:@'"\s]|$)|^FROM\s+(?:\S+\/)?nginx\b/m,
  },
  {
    name: 'Sentry',
    kind: 'monitoring',
    also: ['센트리'],
    word: true,
    dependencies: '@sentry/* sentry-sdk io.sentry:* io.sentry*',
    imports: '@sentry/* sentry_sdk io.sentry',
  },
  {
    name: 'Prometheus',
    kind: 'monitoring',
    also: ['프로메테우스'],
    dependencies: 'prom-client prometheus-client io.micrometer:micrometer-registry-prometheus github.com/prometheus/*',
    files: /(^|\/)prometheus\.ya?ml$/,
    settings: new RegExp(image('prometheus'), 'm'),
  },
  {
    name: 'Log4j',
    kind: 'logging',
    also: ['Log4j2'],
    dependencies: `org.apache.logging.log4j:* log4j:log4j ${BOOT}-log4j2`,
    files: /(^|\/)log4j2?[\w.-]*\.(xml|properties|ya?ml)$/,
    imports: 'org.apache.logging.log4j',
  },
  {
    name: 'Logback',
    kind: 'logging',
    also: ['로그백'],
    dependencies: 'ch.qos.logback:*',
    broughtBy: `${BOOT} ${BOOT}-web ${BOOT}-logging`,
    files: /(^|\/)logback[\w.-]*\.xml$/,
  },
];
