import architect from '../../../templates/plugin/agents/architect.md';
import codeExplore from '../../../templates/plugin/agents/code-explore.md';
import dependencyResolver from '../../../templates/plugin/agents/dependency-resolver.md';
import implementer from '../../../templates/plugin/agents/implementer.md';
import planner from '../../../templates/plugin/agents/planner.md';
import qaEngineer from '../../../templates/plugin/agents/qa-engineer.md';
import taskExecutor from '../../../templates/plugin/agents/task-executor.md';
import autoOrchestrate from '../../../templates/plugin/commands/auto-orchestrate.md';
import orchestral from '../../../templates/plugin/commands/orchestral.md';
import orchestrator from '../../../templates/plugin/commands/orchestrator.md';
import skill from '../../../templates/plugin/skills/orchestral-workflows/SKILL.md';

/** The plugin of Claude Code, from which the files for other programs are made, too. */
export const pluginTexts = {
  commands: { 'auto-orchestrate': autoOrchestrate, orchestral, orchestrator },
  agents: {
    architect,
    'code-explore': codeExplore,
    'dependency-resolver': dependencyResolver,
    implementer,
    planner,
    'qa-engineer': qaEngineer,
    'task-executor': taskExecutor,
  },
  skill,
};
