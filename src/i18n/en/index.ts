import type { FailureSentences, NoticeSentences } from '../sentence.ts';
import { autoFailures, autoScreens } from './auto.ts';
import { commands, help } from './commands.ts';
import { descriptions } from './descriptions.ts';
import { documents, findings, run, runDocuments } from './documents.ts';
import { dashboardFailures } from './dashboard-failures.ts';
import { editorScreens } from './editor.ts';
import { fleetFailures, fleetNotices, fleetScreens } from './fleet.ts';
import { generalFailures } from './failures.ts';
import { gitFailures } from './git-failures.ts';
import { glance } from './glance.ts';
import { integrationScreens } from './integration.ts';
import { mcpFailures, mcpScreens } from './mcp.ts';
import { notices, notifications } from './notifications.ts';
import { pullRequestFailures, pullRequestScreens } from './pull-requests.ts';
import { proofFindings, proofScreens } from './proof.ts';
import { runFailures, runScreens } from './run.ts';
import { screens } from './screens.ts';
import { sessionFailures, sessionScreens } from './session.ts';

const failures: FailureSentences = {
  ...generalFailures,
  ...gitFailures,
  ...dashboardFailures,
  ...pullRequestFailures,
  ...fleetFailures,
  ...runFailures,
  ...sessionFailures,
  ...autoFailures,
  ...mcpFailures,
};

const allNotices: NoticeSentences = { ...notices, ...fleetNotices };

export const en = {
  ...glance,
  commands,
  help,
  ...descriptions,
  documents,
  failures,
  findings,
  notices: allNotices,
  notifications,
  proofFindings,
  run,
  runDocuments,
  ...screens,
  ...runScreens,
  ...sessionScreens,
  ...autoScreens,
  ...proofScreens,
  ...integrationScreens,
  ...mcpScreens,
  ...editorScreens,
  ...pullRequestScreens,
  ...fleetScreens,
};
