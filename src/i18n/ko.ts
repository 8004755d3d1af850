import type { Catalogue } from './catalogue.ts';
import { agentScreens } from './ko/agents.ts';
import { autoScreens } from './ko/auto-screens.ts';
import { commands, help } from './ko/commands.ts';
import { demoScreens } from './ko/demo.ts';
import { decisions } from './ko/decisions.ts';
import { documents } from './ko/documents.ts';
import { expected } from './ko/expected.ts';
import { failures } from './ko/failures.ts';
import { findings } from './ko/findings.ts';
import { notices } from './ko/notices.ts';
import { notifications } from './ko/notifications.ts';
import { run } from './ko/run.ts';
import { runDocuments } from './ko/run-documents.ts';
import { runScreens } from './ko/run-screens.ts';
import { screens } from './ko/screens.ts';
import { sessionScreens } from './ko/session-screens.ts';

export const ko: Catalogue = {
  commands,
  help,
  documents,
  expected,
  failures,
  findings,
  notices,
  notifications,
  run,
  runDocuments,
  ...screens,
  ...agentScreens,
  ...decisions,
  ...runScreens,
  ...demoScreens,
  ...sessionScreens,
  ...autoScreens,
};
