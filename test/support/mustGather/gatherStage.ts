/** Reads a must-gather of a simulated cluster from memory. */
import { diagnose } from '#core/diagnosis/diagnose.ts';
import type { DiagnosisFinding } from '#core/diagnosis/diagnoses/diagnosis.ts';
import { readGather } from '#gather/read/readMustGather.ts';
import type { MustGatherReadResult } from '#gather/read/mustGatherReadResult.ts';
import type { MustGatherSource } from '#gather/sources/mustGatherSource.ts';
import type { FileToWrite } from '#simulator/mustGather/mustGatherFiles.ts';
import { createMustGatherFiles, type MustGatherKind } from '#simulator/mustGather/mustGather.ts';
import type { TestCluster } from '../cluster/controllersStage.ts';

/** Returns the files that a must-gather of the cluster would contain now. */
export function mustGatherFiles({ client, clock, logOf }: TestCluster, kind: MustGatherKind): readonly FileToWrite[] {
  return createMustGatherFiles({ client, now: clock.now(), logOf: (namespace, pod) => logOf(namespace, pod) }, kind);
}

export function memorySource(files: readonly FileToWrite[]): MustGatherSource {
  return {
    async *files() {
      for (const { path, text } of files) {
        const bytes = Buffer.from(text);
        yield {
          path,
          size: bytes.length,
          async *bytes() {
            // Splits the file into pieces, so that lines are split too.
            for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
          },
        };
      }
    },
  };
}

export async function readFiles(files: readonly FileToWrite[]): Promise<MustGatherReadResult> {
  return readGather(memorySource(files));
}

export async function findingsOf(files: readonly FileToWrite[]): Promise<readonly DiagnosisFinding[]> {
  return diagnose(await readFiles(files));
}
