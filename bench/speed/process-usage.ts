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
  #peakOfTreeMB = 0;

  constructor() {
    this.#clock = setInterval(() => this.#sample(), sampleMs).unref();
  }

  /** How much work is done by now, in the caller's unit. */
  reached(workDone: number): void {
    this.#workDone = workDone;
  }

  /**
   * Stops. Growth is from the median between 20 and 30 % of the work to that of the last tenth; it is NaN where the
   * work was too short to be seen in both. Of all processes together, pages that several share count once.
   */
  end(): { peakMB: number; peakOfTreeMB: number; growthMB: number } {
    clearInterval(this.#clock);
    this.#sample();
    const between = (from: number, to: number): number =>
      median(
        this.#samples
          .filter(({ workDone }) => workDone >= from * this.#workDone && workDone <= to * this.#workDone)
          .map(({ residentMB }) => residentMB),
      );
    return {
      peakMB: peakResidentMB(),
      peakOfTreeMB: this.#peakOfTreeMB,
      growthMB: between(0.9, 1) - between(0.2, 0.3),
    };
  }

  #sample(): void {
    const residentMB = process.memoryUsage.rss() / 2 ** 20;
    this.#samples.push({ workDone: this.#workDone, residentMB });
    const tree = ['self', ...childProcesses()].reduce((sum, pid) => sum + (proportionalMB(pid) || 0), 0);
    this.#peakOfTreeMB = Math.max(this.#peakOfTreeMB, tree);
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

/** The most resident memory there was in this process, by Linux's own count; NaN where there is none. */
function peakResidentMB(): number {
  return kibibytes(/^VmHWM:\s+(\d+) kB/m, '/proc/self/status') / 1024;
}

/** Resident memory of a process now, each page divided by the number of processes that share it. */
function proportionalMB(pid: string): number {
  return kibibytes(/^Pss:\s+(\d+) kB/m, `/proc/${pid}/smaps_rollup`) / 1024;
}

function kibibytes(line: RegExp, file: string): number {
  return Number(line.exec(readProc(file))?.[1]);
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
