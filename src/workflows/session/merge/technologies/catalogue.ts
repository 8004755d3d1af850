import { BUILD_TOOLS } from './build-tools.ts';
import { DATA } from './data.ts';
import { JAVASCRIPT } from './javascript.ts';
import { JVM } from './jvm.ts';
import { LANGUAGES } from './languages.ts';
import { OPERATIONS } from './operations.ts';
import { OTHER_LANGUAGES } from './other-languages.ts';
import { PYTHON } from './python.ts';
import type { Technology } from './technology.ts';
import { WEB_CLIENTS } from './web-clients.ts';

export const TECHNOLOGIES: readonly Technology[] = [
  ...LANGUAGES,
  ...BUILD_TOOLS,
  ...JVM,
  ...WEB_CLIENTS,
  ...JAVASCRIPT,
  ...PYTHON,
  ...OTHER_LANGUAGES,
  ...DATA,
  ...OPERATIONS,
];
