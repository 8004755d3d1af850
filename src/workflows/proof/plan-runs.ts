import { type ChangePart, isConfiguration, isProduct, isTestSurface } from '../../languages/change-class.ts';

/** Which runs a change needs beside the baseline's. */
export interface RunPlan {
  /** `two_parts`: the baseline's test files without the new ones, then the new and changed ones alone. */
  readonly candidate: 'whole' | 'two_parts';
  readonly regression: 'none' | 'changed_files' | 'whole';
  readonly red: boolean;
  /** Settings that say which file an import means changed: the regression run takes them from the baseline first. */
  readonly resolution: boolean;
}

export interface PlannedChange {
  readonly parts: readonly ChangePart[];
  /** Whether a suite can load it: code, and neither generated nor the configuration of a tool. */
  readonly isLoadable: (path: string) => boolean;
}

export function planRuns({ parts, isLoadable }: PlannedChange): RunPlan {
  const product = parts.filter(isProduct);
  const surface = parts.filter(isTestSurface);
  const tests = surface.filter((part) => part.class === 'test' && part.kind !== 'deleted' && part.kind !== 'mode');
  const isShared = surface.some((part) => isConfiguration(part) || part.class === 'support');
  const resolution = parts.some((part) => part.class === 'resolution');
  const newFiles = tests.some(({ kind }) => kind === 'added');
  const code = product.filter(({ path, kind }) => kind !== 'deleted' && kind !== 'mode' && isLoadable(path));
  return {
    candidate: product.length > 0 && newFiles ? 'two_parts' : 'whole',
    regression: regressionOf({ product, surface, whole: isShared || resolution }),
    red: code.length > 0 && tests.length > 0,
    resolution,
  };
}

interface RegressionNeed {
  readonly product: readonly ChangePart[];
  readonly surface: readonly ChangePart[];
  readonly whole: boolean;
}

/** An unchanged product gives what the baseline gave. New tests, snapshots and fixtures take nothing away. */
function regressionOf({ product, surface, whole }: RegressionNeed): RunPlan['regression'] {
  if (product.length === 0) return 'none';
  if (whole) return 'whole';
  return surface.some(({ kind }) => kind !== 'added') ? 'changed_files' : 'none';
}
