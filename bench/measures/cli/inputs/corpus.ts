/** Writes the files that `osc-tools lint` checks in the benchmark. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createForeignFile, type CorpusFile } from './foreignFiles.ts';
import { createKubernetesFile } from './kubernetesFiles.ts';
import { createOwnFile } from './ownFiles.ts';
import { Random } from './random.ts';

/** Of 100 files, the number of Kubernetes manifests, and of files that concern OpenShift sandboxed containers. */
const [kubernetesShare, ownShare] = [15, 5];

const filesInFolder = 50;

/** Creates the files of a large repository: most are of other tools. */
export function* createCorpus(count: number): Generator<CorpusFile> {
  const random = new Random(26);
  for (let index = 0; index < count; index += 1) {
    const folder = `project-${Math.floor(index / filesInFolder)}`;
    const place = index % 100;
    // Spread over the folders, as in a repository.
    if (place % (100 / ownShare) === 0) yield createOwnFile(random, folder, index);
    else if (place % 20 < 1 + kubernetesShare / 5) yield createKubernetesFile(random, folder, index);
    else yield createForeignFile(random, folder, index);
  }
}

/** Writes files below a folder. Returns their number. */
export function writeFiles(folder: string, files: Iterable<CorpusFile>): number {
  let count = 0;
  for (const { path: name, text } of files) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    count += 1;
  }
  return count;
}
