import type { ServerParts } from './dashboard.ts';
import type { Handlers } from './handler.ts';
import { autoHandlers } from './handlers/auto.ts';
import { costHandlers } from './handlers/costs.ts';
import { fleetHandlers } from './handlers/fleet.ts';
import { homeHandlers } from './handlers/home.ts';
import { knowledgeHandlers } from './handlers/knowledge.ts';
import { projectHandlers } from './handlers/project.ts';
import { reviewHandlers } from './handlers/review.ts';
import { runHandlers } from './handlers/runs.ts';
import { serverHandlers } from './handlers/server.ts';
import { sessionHandlers } from './handlers/sessions.ts';
import { settingsHandlers } from './handlers/settings.ts';
import { worktreeHandlers } from './handlers/worktrees.ts';

/** Who answers which route. A route of the table without one does not compile. */
export function handlersFor(parts: ServerParts): Handlers {
  return {
    ...serverHandlers(parts),
    ...homeHandlers,
    ...costHandlers,
    ...fleetHandlers,
    ...projectHandlers,
    ...runHandlers,
    ...reviewHandlers(parts),
    ...autoHandlers,
    ...sessionHandlers,
    ...worktreeHandlers,
    ...knowledgeHandlers,
    ...settingsHandlers,
  };
}
