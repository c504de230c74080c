/**
 * Finds node logs in a must-gather folder: journals, kernel messages, and audit logs. Doesn't use VS Code. Source:
 * domain/07-must-gather.md 7.2 (`nodes/<node>/<node>_logs_crio`, `nodes/<node>/dmesg`,
 * `audit_logs/audit/<node>-<log>.gz`).
 */
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

export interface Journal {
  /** Node name. For an audit log, the file name, which starts with the node name. */
  readonly node: string;
  readonly of: 'CRI-O' | 'kubelet' | 'kernel (dmesg)' | 'audit';
  /** Path on this computer. */
  readonly path: string;
}

/** Maximum depth of the image folders, which are one or two levels below the root. */
const deepest = 2;
const mostFolders = 200;
const mostNodes = 2000;
const mostAudits = 2000;

/**
 * Lists the logs by node. Doesn't follow links. Omits folders that can't be read.
 * @param root must-gather folder
 */
export async function journalsIn(root: string): Promise<readonly Journal[]> {
  const found: Journal[] = [];
  let level = [root];
  for (let depth = 0; depth <= deepest; depth += 1) {
    const below: string[] = [];
    for (const folder of level) {
      for (const name of await foldersIn(folder)) {
        if (name === 'nodes') found.push(...(await journalsOfNodes(path.join(folder, name))));
        else if (name === 'audit_logs') found.push(...(await auditsIn(path.join(folder, name))));
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
      const of = entry.isFile() ? logOfNode(node, entry.name) : undefined;
      if (of !== undefined) found.push({ node, of, path: path.join(folder, node, entry.name) });
    }
  }
  return found;
}

function logOfNode(node: string, name: string): Journal['of'] | undefined {
  if (/^dmesg(?:\.gz)?$/.test(name)) return 'kernel (dmesg)';
  const of = name.startsWith(`${node}_logs_`)
    ? /^(crio|kubelet)(?:\.gz)?$/.exec(name.slice(node.length + 6))?.[1]
    : undefined;
  return of === undefined ? undefined : of === 'crio' ? 'CRI-O' : 'kubelet';
}

/** Lists audit logs. There is one folder per source, next to index files that list the logs. */
async function auditsIn(folder: string): Promise<readonly Journal[]> {
  const found: Journal[] = [];
  for (const source of await foldersIn(folder)) {
    for (const entry of await entriesOf(path.join(folder, source))) {
      if (found.length >= mostAudits) return found;
      if (entry.isFile() && /(?:\.log|\.gz)$/.test(entry.name))
        found.push({
          node: entry.name.replace(/(?:\.log)?(?:\.gz)?$/, ''),
          of: 'audit',
          path: path.join(folder, source, entry.name),
        });
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
