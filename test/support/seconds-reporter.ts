import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Milliseconds of a test file: its imports, setup and tests. */
interface FileTiming {
  file: string;
  project: string;
  milliseconds: number;
}

/** Prints seconds per folder, the slowest 20 files, and the number of passed tests at the end of a run. */
export default class SecondsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const timings = modules.map(timingOf).sort((one, other) => other.milliseconds - one.milliseconds);
    const lines = [
      '',
      'Seconds per folder, imports included:',
      ...perFolder(timings).map(([folder, milliseconds]) => line(milliseconds, folder)),
      '',
      'Slowest files:',
      ...timings.slice(0, 20).map(({ file, project, milliseconds }) => line(milliseconds, `${file} (${project})`)),
      '',
      total(modules),
    ];
    console.log(lines.join('\n'));
  }
}

function timingOf(module: TestModule): FileTiming {
  const { collectDuration, duration, setupDuration } = module.diagnostic();
  const file = relative(process.cwd(), module.moduleId);
  return { file, project: module.project.name, milliseconds: collectDuration + setupDuration + duration };
}

/** Sums by folder. The folders of the modules and the engine are separate, because they take most of the time. */
function perFolder(timings: readonly FileTiming[]): [folder: string, milliseconds: number][] {
  const sums = new Map<string, number>();
  for (const { file, milliseconds } of timings) {
    const parts = file.split('/');
    const folder = parts
      .slice(
        0,
        ['modules', 'engine', 'api', 'platform', 'render'].includes(parts[1]!) && parts.length > 3
          ? 3
          : Math.min(2, parts.length - 1),
      )
      .join('/');
    sums.set(folder, (sums.get(folder) ?? 0) + milliseconds);
  }
  return [...sums].sort(([, one], [, other]) => other - one);
}

function line(milliseconds: number, what: string): string {
  return `${(milliseconds / 1000).toFixed(1).padStart(8)}  ${what}`;
}

function total(modules: readonly TestModule[]): string {
  const count = (state: 'passed' | 'failed' | 'skipped'): number =>
    modules.reduce((sum, module) => sum + [...module.children.allTests(state)].length, 0);
  return `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`;
}
