import path from 'node:path';
import { dependentsOf, findWorkspace, withWorkspaceRoot, type Workspace } from '../languages/javascript/workspace.ts';
import { detectSetup, sharedSetUpFolder } from '../languages/manifests.ts';
import type { ProjectFiles } from '../languages/project-files.ts';
import { detectRunner, type FoundRunner, runnerFor } from '../languages/known-runners.ts';
import type { SetUpSteps } from '../languages/packages.ts';
import { joinPath } from '../languages/tree-path.ts';
import type { ConfigProject } from '../schema/config/settings.ts';
import { projectFiles } from './report-files.ts';

/** How a project is set up, built and tested. */
export interface ProjectCommands {
  /** Where they are run, from the worktree's root; absent: there. */
  readonly folder?: string;
  /** Makes a fresh worktree usable. */
  readonly setup?: string;
  /** How, where the command is the package manager's own. */
  readonly setupSteps?: SetUpSteps;
  /** Where set-up is run, when that is not `folder`: the root of a workspace. */
  readonly setupFolder?: string;
  /** Manifests of the workspace, from the worktree's root: set-up depends on all of them. */
  readonly workspaceManifests?: readonly string[];
  readonly build?: string;
  /** `configured`: by the person, rather than found. */
  readonly tests?: FoundRunner & { readonly configured: boolean };
  /** Other packages of the workspace, whose tests tell whether this one still does what they need. */
  readonly dependents?: readonly PackageTests[];
  /** Runs the tests and measures coverage. */
  readonly coverage?: string;
  /** Ignored files that worktrees need, from `folder`. */
  readonly copy: readonly string[];
}

/** The tests of one package. */
interface PackageTests {
  /** From the worktree's root. */
  readonly folder: string;
  readonly tests: FoundRunner;
}

/**
 * What is configured, and what the files tell of the rest. The same files always give the same commands. `below`: the
 * project's folder inside the worktree; empty where it is the whole of it.
 */
export function findCommands(worktree: string, config: ConfigProject | undefined, below = ''): ProjectCommands {
  const known = new Map<string, ProjectFiles>();
  const filesIn = (folder: string): ProjectFiles => {
    const place = path.join(worktree, folder);
    const files = known.get(place) ?? projectFiles(place);
    known.set(place, files);
    return files;
  };
  const workspace = findWorkspace(filesIn(''), joinPath(below));
  const project = packageFiles(filesIn, { folder: below, workspace });
  const setupFolder = config?.setup_command === undefined ? setUpFolder(filesIn, { below, workspace }) : below;
  const detected = detectSetup(filesIn(setupFolder));
  const setup = config?.setup_command ?? detected?.line;
  const command = config?.test_command;
  const found = command === undefined ? detectRunner(project) : runnerFor(project, command);
  const dependents = below === '' || command !== undefined ? [] : dependentTests(filesIn, { below, workspace });
  return {
    ...(below !== '' && { folder: below }),
    ...(setup !== undefined && { setup }),
    ...(detected !== undefined && setup === detected.line && { setupSteps: detected }),
    ...(setupFolder !== below && { setupFolder }),
    ...(workspace !== undefined && { workspaceManifests: manifestsOf(workspace) }),
    ...(config?.build_command !== undefined && { build: config.build_command }),
    ...(found !== undefined && { tests: { ...found, configured: command !== undefined } }),
    ...(dependents.length > 0 && { dependents }),
    ...(config?.coverage_command !== undefined && { coverage: config.coverage_command }),
    copy: config?.copy ?? [],
  };
}

interface PackagePlace {
  readonly folder: string;
  readonly workspace: Workspace | undefined;
}

/** The files of a folder, by its path from the worktree's root. */
type FilesIn = (folder: string) => ProjectFiles;

function packageFiles(filesIn: FilesIn, { folder, workspace }: PackagePlace): ProjectFiles {
  const own = filesIn(folder);
  return workspace === undefined || workspace.root === joinPath(folder)
    ? own
    : withWorkspaceRoot(own, filesIn(workspace.root));
}

interface ProjectPlace {
  readonly below: string;
  readonly workspace: Workspace | undefined;
}

/** A package of a workspace is installed with all the others. */
function setUpFolder(filesIn: FilesIn, { below, workspace }: ProjectPlace): string {
  const shared = workspace?.root ?? sharedSetUpFolder(filesIn(''), below);
  return shared === undefined ? below : shared === '.' ? '' : shared;
}

function dependentTests(filesIn: FilesIn, { below, workspace }: ProjectPlace): PackageTests[] {
  if (workspace === undefined) return [];
  return dependentsOf(workspace, joinPath(below)).flatMap(({ folder }) => {
    const tests = detectRunner(packageFiles(filesIn, { folder, workspace }));
    return tests === undefined ? [] : [{ folder, tests }];
  });
}

function manifestsOf({ root, packages }: Workspace): string[] {
  return [root, ...packages.map(({ folder }) => folder)].map((folder) => joinPath(folder, 'package.json'));
}
