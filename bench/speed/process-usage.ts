import { readFileSync } from 'node:fs';
import { median } from './statistics.ts';

const sampleMs = 200;

/** How much resident memory a process had when so much of its work was done. */
interface MemorySample {
  readonly workDone: number;
  readonly residentMB: number;
}

/** Watches the memory of this process and of those it starts, five times a second, while work goes on. Linux only. */
export class MemoryWatch {
  readonly #samples: MemorySample[] = [];
  readonly #clock: NodeJS.Timeout;
  #workDone = 0;
  #peakWithChildrenMB = 0;

  constructor() {
    this.#clock = setInterval(() => this.#sample(), sampleMs).unref();
  }

  /** How much work is done by now, in the caller's unit. */
  reached(workDone: number): void {
    this.#workDone = workDone;
  }

  /**
   * Stops. Growth is from the median between 20 and 30 % of the work to that of the last tenth; it is NaN where the
   * work was too short to be seen in both. What processes share is counted for each.
   */
  end(): { peakMB: number; peakWithChildrenMB: number; growthMB: number } {
    clearInterval(this.#clock);
    this.#sample();
    const between = (from: number, to: number): number =>
      median(
        this.#samples
          .filter(({ workDone }) => workDone >= from * this.#workDone && workDone <= to * this.#workDone)
          .map(({ residentMB }) => residentMB),
      );
    return {
      peakMB: statusMB('self', 'VmHWM'),
      peakWithChildrenMB: this.#peakWithChildrenMB,
      growthMB: between(0.9, 1) - between(0.2, 0.3),
    };
  }

  #sample(): void {
    const residentMB = process.memoryUsage.rss() / 2 ** 20;
    this.#samples.push({ workDone: this.#workDone, residentMB });
    const children = childProcesses().reduce((sum, pid) => sum + (statusMB(pid, 'VmRSS') || 0), 0);
    this.#peakWithChildrenMB = Math.max(this.#peakWithChildrenMB, residentMB + children);
  }
}

/**
 * CPU seconds of this process and of the processes that it started and has seen end: fields 14 to 17 of proc(5), in
 * ticks of 10 ms. NaN on systems other than Linux.
 */
export function cpuSeconds(): number {
  const stat = readProc('/proc/self/stat');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), stat === '' ? Number.NaN : 0) / 100;
}

/** Resident memory now, or the most there was, by Linux's own count; NaN where there is none. */
function statusMB(pid: string, line: 'VmRSS' | 'VmHWM'): number {
  const [, kibibytes] = new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(readProc(`/proc/${pid}/status`)) ?? [];
  return Number(kibibytes) / 1024;
}

function childProcesses(): readonly string[] {
  return readProc(`/proc/self/task/${process.pid}/children`).match(/\d+/g) ?? [];
}

/** Empty where there is no such file: another system, or a process that has just ended. */
function readProc(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
