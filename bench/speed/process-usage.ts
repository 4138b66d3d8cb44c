import { readFileSync } from 'node:fs';
import { median } from './median.ts';

const sampleMs = 200;

/** How much resident memory a process had when so much of its work was done. */
interface MemorySample {
  readonly workDone: number;
  readonly residentMB: number;
}

/** Rise of resident memory from which on shared pages are counted anew: it takes 10 ms of a thread that is measured. */
const recountMB = 2;

/** Watches the memory of this process and of those it starts, five times a second, while work goes on. Linux only. */
export class MemoryWatch {
  readonly #samples: MemorySample[] = [];
  readonly #clock: NodeJS.Timeout;
  /** By number of processes: what they held together when their shared pages were counted last. */
  readonly #countedAtMB = new Map<number, number>();
  #workDone = 0;
  #peakOfTreeMB = 0;
  #peakOfTreeSharedOnceMB = 0;

  constructor() {
    this.#clock = setInterval(() => this.#sample(), sampleMs).unref();
  }

  /** How much work is done by now, in the caller's unit. */
  reached(workDone: number): void {
    this.#workDone = workDone;
  }

  /**
   * Stops. Growth is from the median between 20 and 30 % of the work to that of the last tenth; it is NaN where the
   * work was too short to be seen in both. Of all processes together there are two figures: the sum of what each
   * holds, in which a page that two share (of the same program, say) counts twice, and that in which it counts once.
   */
  end() {
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
      // Where there is no such count, every sample came to nothing.
      peakOfTreeMB: this.#peakOfTreeMB || Number.NaN,
      peakOfTreeSharedOnceMB: this.#peakOfTreeSharedOnceMB || Number.NaN,
      growthMB: between(0.9, 1) - between(0.2, 0.3),
    };
  }

  #sample(): void {
    const processes = ['self', ...childProcesses()];
    const [ownMB = Number.NaN, ...othersMB] = processes.map(residentMB);
    const treeMB = sum([ownMB, ...othersMB]);
    this.#samples.push({ workDone: this.#workDone, residentMB: ownMB });
    this.#peakOfTreeMB = Math.max(this.#peakOfTreeMB, treeMB);
    const countedAtMB = this.#countedAtMB.get(processes.length) ?? 0;
    if (treeMB < countedAtMB + recountMB) return;
    this.#countedAtMB.set(processes.length, treeMB);
    this.#peakOfTreeSharedOnceMB = Math.max(this.#peakOfTreeSharedOnceMB, sharedOnceMB(processes));
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

/** Resident memory of this process now. */
export function ownResidentMB(): number {
  return process.memoryUsage.rss() / 2 ** 20;
}

/** Resident memory of a process now; NaN where it has ended or is none. */
function residentMB(pid: string): number {
  return kibibytes(/^VmRSS:\s+(\d+) kB/m, `/proc/${pid}/status`) / 1024;
}

/** Of those that are there. */
function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + (value || 0), 0);
}

/**
 * Resident memory of processes that run one program: all that each has for itself, and once what the one that shares
 * the most shares. The kernel's own proportional figure would be the smaller the more other processes run the program.
 */
function sharedOnceMB(pids: readonly string[]): number {
  const pages = pids.map((pid) => readProc(`/proc/${pid}/smaps_rollup`));
  const own = pages.map((text) => pagesMB(text, 'Private'));
  const shared = pages.map((text) => pagesMB(text, 'Shared'));
  return sum(own) + Math.max(...shared);
}

/** Clean and dirty pages of a kind in the text of `smaps_rollup`; 0 where there is none. */
function pagesMB(text: string, kind: 'Private' | 'Shared'): number {
  const counts = text.matchAll(new RegExp(`^${kind}_(?:Clean|Dirty):\\s+(\\d+) kB`, 'gm'));
  return sum(Array.from(counts, ([, kilobytes]) => Number(kilobytes))) / 1024;
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
