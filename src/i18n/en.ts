import { agentScreens } from './en/agents.ts';
import { commands, help } from './en/commands.ts';
import { documents } from './en/documents.ts';
import { expected } from './en/expected.ts';
import { failures } from './en/failures.ts';
import { notices } from './en/notices.ts';
import { screens } from './en/screens.ts';

export const en = { commands, help, documents, expected, failures, notices, ...screens, ...agentScreens };
