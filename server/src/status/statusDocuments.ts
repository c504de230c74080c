/**
 * Returns the documents of an open file that can contain statuses. JSON is parsed as YAML, but only for this feature.
 */
import type { OpenFile } from '../engine/workspace/openFile.ts';
import { perVersion } from '../engine/workspace/perVersion.ts';
import { readDocuments, type PlacedDocument } from '../engine/yaml/yamlDocument.ts';

const jsonDocuments = perVersion((file, earlier: readonly PlacedDocument[] | undefined) =>
  readDocuments(file.text.getText(), earlier),
);

/** Returns the documents. Returns an empty list if the file is neither YAML nor JSON. */
export function listStatusDocuments(file: OpenFile): readonly PlacedDocument[] {
  return file.language === 'json' ? jsonDocuments(file) : file.documents;
}
