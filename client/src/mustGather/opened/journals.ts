/** The journals of nodes in the folder of a must-gather. Without VS Code. The paths are those that `gather/src/layout.ts` knows. */
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

export interface Journal {
  readonly node: string;
  readonly of: 'CRI-O' | 'kubelet';
  /** On this machine. */
  readonly path: string;
}

/** A must-gather has its images one or two folders down. */
const deepest = 2;
const mostFolders = 200;
const mostNodes = 2000;

/** By node. Links are not followed; what cannot be read has none. @param root a folder */
export async function journalsIn(root: string): Promise<readonly Journal[]> {
  const found: Journal[] = [];
  let level = [root];
  for (let depth = 0; depth <= deepest; depth += 1) {
    const below: string[] = [];
    for (const folder of level) {
      for (const name of await foldersIn(folder)) {
        if (name === 'nodes') found.push(...(await journalsOfNodes(path.join(folder, name))));
        else if (below.length < mostFolders) below.push(path.join(folder, name));
      }
    }
    level = below;
  }
  return found.toSorted((one, other) => one.node.localeCompare(other.node) || one.of.localeCompare(other.of));
}

async function journalsOfNodes(folder: string): Promise<readonly Journal[]> {
  const found: Journal[] = [];
  for (const node of (await foldersIn(folder)).slice(0, mostNodes)) {
    for (const entry of await entriesOf(path.join(folder, node))) {
      const of =
        entry.isFile() && entry.name.startsWith(`${node}_logs_`) ? /^(crio|kubelet)(?:\.gz)?$/.exec(entry.name.slice(node.length + 6))?.[1] : undefined;
      if (of !== undefined) found.push({ node, of: of === 'crio' ? 'CRI-O' : 'kubelet', path: path.join(folder, node, entry.name) });
    }
  }
  return found;
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  return (await entriesOf(folder)).filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}
