/**
 * Provides completion, hovers, and diagnostics of the second process for objects of other operators. Uses the process
 * only if this server has no result of its own, so that nothing appears twice. See
 * docs/decisions/0022-second-yaml-process.md.
 */
import * as l10n from '@vscode/l10n';
import type { CompletionItem, Diagnostic, Hover, Position } from 'vscode-languageserver';
import { childProcesses } from '#platform/childProcesses.ts';
import { isPlaceholder } from '#core/text/placeholder.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { DiagnosticSeverity, MessageType } from '../../engine/protocolValues.ts';
import type { FileFinding } from '../../engine/findings/fileFinding.ts';
import { formatSchemaCluster } from '../../engine/workspace/crds/crdFields.ts';
import { getUriFileName } from '../../engine/workspace/relatedObjects.ts';
import type { IndexedCrd } from '../../engine/workspace/crds/readCrds.ts';
import type { OpenFile } from '../../engine/workspace/openFile.ts';
import {
  findMapEntry,
  findYamlNode,
  pathOfRange,
  type PathSegment,
  type ScalarNode,
  type YamlNode,
} from '../../engine/yaml/node.ts';
import { findYamlServerObject, hasCombined, isCombinedAt, type YamlServerObject } from './yamlServerObject.ts';
import { systemClock } from './processClock.ts';
import type { SecondProcessContext } from './secondProcessContext.ts';
import { YamlServer } from './yamlServer.ts';
import { readCompletions, readHover, readProblems } from './yamlServerResults.ts';

/** Name of the bundle that runs in the process. */
const program = 'yamlServerProgram';

/** Maximum number of documents of a file to check. */
const maxDocuments = 20;

/** Creates the features. Without processes, as in a browser, they have no results. */
export function createYamlServerFeatures({ client, connection, log }: SecondProcessContext): YamlServerFeatures {
  const supportsSnippets = client.textDocument?.completion?.completionItem?.snippetSupport === true;
  if (childProcesses === undefined) return new YamlServerFeatures(undefined, supportsSnippets);
  const { start } = childProcesses;
  const server = new YamlServer({
    start: (events) => start(program, events),
    clock: systemClock,
    log,
    onFirstFailure: () => warn(connection),
  });
  return new YamlServerFeatures(server, supportsSnippets);
}

function warn(connection: SecondProcessContext['connection']): void {
  const message = l10n.t`The YAML language server for objects of other operators failed. Completion and hovers for these objects might be incomplete. The rules of this extension aren't affected.`;
  connection.sendNotification('window/showMessage', { type: MessageType.Warning, message }).catch(() => undefined);
}

/** Completion, hovers, and diagnostics of the second process. */
export class YamlServerFeatures {
  readonly #server: Pick<YamlServer, 'at' | 'diagnostics'> | undefined;
  readonly #supportsSnippets: boolean;

  constructor(server: Pick<YamlServer, 'at' | 'diagnostics'> | undefined, supportsSnippets: boolean) {
    this.#server = server;
    this.#supportsSnippets = supportsSnippets;
  }

  async completion(file: OpenFile, position: Position, crds: readonly IndexedCrd[]): Promise<CompletionItem[]> {
    const object = findAt(file, position, crds);
    if (object === undefined) return [];
    const first = firstLineOf(file, object);
    const result = await this.#request('textDocument/completion', file, position, object);
    return readCompletions(result, first, this.#supportsSnippets);
  }

  async hover(file: OpenFile, position: Position, crds: readonly IndexedCrd[]): Promise<Hover | undefined> {
    const object = findAt(file, position, crds);
    if (object === undefined) return undefined;
    const first = firstLineOf(file, object);
    const result = await this.#request('textDocument/hover', file, position, object);
    return readHover(result, first, nameOf(object));
  }

  /** Returns the problems of `allOf`, `anyOf`, and `oneOf`, without those at the same place as a finding. */
  async diagnostics(
    file: OpenFile,
    findings: readonly FileFinding[],
    crds: readonly IndexedCrd[],
  ): Promise<readonly Diagnostic[]> {
    const objects = file.documents.flatMap((placed) => findYamlServerObject(placed, crds, file.uri) ?? []);
    const found: Diagnostic[] = [];
    for (const object of objects.filter(isChecked).slice(0, maxDocuments))
      found.push(...(await this.#check(file, object, findings)));
    return found;
  }

  async #check(
    file: OpenFile,
    object: YamlServerObject,
    findings: readonly FileFinding[],
  ): Promise<readonly Diagnostic[]> {
    const { placed, schema } = object;
    const { text, parsed } = placed.document;
    const { root } = parsed;
    const { version } = file;
    const firstLine = firstLineOf(file, object);
    const result = await this.#server?.diagnostics({ text, schema }, () => file.version !== version);
    if (file.version !== version || root === undefined) return [];
    return readProblems(result).flatMap(({ start, end, message }): Diagnostic[] => {
      const range = {
        start: { ...start, line: start.line + firstLine },
        end: { ...end, line: end.line + firstLine },
      };
      const [from, to] = [file.text.offsetAt(range.start), file.text.offsetAt(range.end)];
      const path = pathOfRange(root, { start: from - placed.start, end: to - placed.start });
      // The rules report a combination at the key of the value.
      const first = placed.start + (findKey(root, path)?.start ?? from - placed.start);
      const isOurs = findings.some((finding) => finding.start <= to && first <= finding.end);
      if (isOurs || !isCombinedAt(schema, path) || isUnknown(root, path)) return [];
      return [
        {
          range,
          severity: DiagnosticSeverity.Error,
          message: l10n.t({
            message: 'Invalid value according to the CRD in {0}: {1}',
            args: [nameOf(object), message],
            comment: ['{0} is a file, or "the cluster demo". {1} is a sentence in English.'],
          }),
        },
      ];
    });
  }

  async #request(method: string, file: OpenFile, position: Position, object: YamlServerObject): Promise<unknown> {
    const { placed, schema } = object;
    const { version } = file;
    const { line, character } = position;
    const at = { line: line - firstLineOf(file, object), character };
    const isStale = () => file.version !== version;
    const result = await this.#server?.at(method, { text: placed.document.text, schema }, at, isStale);
    return isStale() ? undefined : result;
  }
}

/** Returns the key of the value at a path. */
function findKey(root: YamlNode, path: readonly PathSegment[]): ScalarNode | undefined {
  const name = path.at(-1);
  return typeof name === 'string' ? findMapEntry(findYamlNode(root, path.slice(0, -1)), name)?.key : undefined;
}

/** Returns whether a tool might replace the value at a path before the API server reads it. */
function isUnknown(root: YamlNode, path: readonly PathSegment[]): boolean {
  const node = findYamlNode(root, path);
  return node?.type === 'scalar' && (node.unknown || isPlaceholder(node.text));
}

function findAt(file: OpenFile, position: Position, crds: readonly IndexedCrd[]): YamlServerObject | undefined {
  const placed = file.documentAt(file.text.offsetAt(position));
  return placed === undefined ? undefined : findYamlServerObject(placed, crds, file.uri);
}

/** Returns whether the process might find a problem. Text that isn't valid YAML has other findings. */
function isChecked({ placed: { document }, schema }: YamlServerObject): boolean {
  return hasCombined(schema) && !document.parsed.template && document.parsed.problems.length === 0;
}

function firstLineOf(file: OpenFile, { placed }: YamlServerObject): number {
  return file.text.positionAt(placed.start).line;
}

function nameOf({ crd }: YamlServerObject): string {
  return crd.cluster === undefined ? sanitizeQuote(getUriFileName(crd.uri)) : formatSchemaCluster(crd.cluster);
}
