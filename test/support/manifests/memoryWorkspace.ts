/** Provides an in-memory workspace with its index. */
import { readDocuments } from '#server/engine/yaml/yamlDocument.ts';
import { WorkspaceIndex } from '#server/engine/workspace/workspaceIndex.ts';
import type { WorkspaceReader } from '#server/platform/workspaceReader.ts';

export const kataConfig = (name: string) =>
  `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: ${name}\n`;

/** Creates an in-memory workspace and counts the change events of its index. */
export function workspace(files: Record<string, string>, whole = true) {
  const disk = new Map(Object.entries(files));
  const read = (uri: string) => Promise.resolve(disk.get(uri));
  const reader: WorkspaceReader = {
    async *list() {
      for (const uri of disk.keys()) if (!uri.endsWith('.env')) yield uri;
    },
    whole: () => whole,
    read,
  };
  const index = new WorkspaceIndex();
  const seen = { changes: 0 };
  index.onChange(() => (seen.changes += 1));
  const open = (uri: string, text: string) => void index.setOpen(uri, text, readDocuments(text));
  const names = () =>
    index
      .facts()
      ?.of('KataConfig')
      .map(({ uri, object }) => `${uri} ${object.name ?? '-'}`);
  return {
    disk,
    index,
    seen,
    open,
    names,
    read,
    readAll: (reading = read) => index.readAll({ ...reader, read: reading }),
  };
}
