import { agentScreens } from './en/agents.ts';
import { autoScreens } from './en/auto-screens.ts';
import { commands, help } from './en/commands.ts';
import { demoScreens } from './en/demo.ts';
import { decisions } from './en/decisions.ts';
import { documents } from './en/documents.ts';
import { expected } from './en/expected.ts';
import { failures } from './en/failures.ts';
import { findings } from './en/findings.ts';
import { notices } from './en/notices.ts';
import { notifications } from './en/notifications.ts';
import { run } from './en/run.ts';
import { runDocuments } from './en/run-documents.ts';
import { runScreens } from './en/run-screens.ts';
import { screens } from './en/screens.ts';
import { sessionScreens } from './en/session-screens.ts';

export const en = {
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
