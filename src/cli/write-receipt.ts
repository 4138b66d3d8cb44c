import type { ErasureReceipt } from '../contracts/erasure-receipt.ts';
import { writeOutputFile } from '../files/output-files.ts';

/** Writes a receipt as JSON. Errors: those of {@link writeOutputFile}. */
export function writeReceipt(file: string, receipt: ErasureReceipt): void {
  writeOutputFile(file, `${JSON.stringify(receipt, undefined, 2)}\n`);
}
