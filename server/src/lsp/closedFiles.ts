/**
 * Manages the findings of closed files. Publishes them when all files are checked, and keeps them up to date until the
 * server stops.
 */
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { ServerContext } from './context.ts';
import type { FileCheckResult } from './checker.ts';
import { listRulesOff } from '../engine/fileSettings.ts';
import { OpenFile } from '../engine/workspace/openFile.ts';
import type { CheckedFilesResult } from '../protocol/protocol.ts';
import type { FileFinding } from '../engine/findings/fileFinding.ts';
import { runAfterTurns, turnsBeforeCheck } from '../engine/scheduling/turns.ts';
import { canonicalizeUri } from '../engine/workspace/fileUri.ts';
import { mostSevere, toDiagnostic } from './capabilities/diagnostics.ts';

/** The findings of a file, except for hints, and the IDs of the rules that its settings turn off. */
interface Checked {
  readonly findings: readonly FileFinding[];
  readonly rulesOff: readonly string[];
}

/** Checks closed files. Identifies files by their canonical URIs. */
export class ClosedFiles {
  readonly #context: ServerContext;
  /** Closed files with findings that the client shows. */
  readonly #published = new Set<string>();
  /** Files that changed, or whose findings might have changed. */
  readonly #waiting = new Set<string>();
  #isChecking = false;
  /** The last check. Checks run in order, so that the latest findings of a file are published last. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(context: ServerContext) {
    this.#context = context;
  }

  /** Waits until the workspace is read, then returns the files to check. Clears the findings of all other files. */
  async begin(): Promise<readonly string[]> {
    const { workspace } = this.#context;
    await workspace.whenRead();
    const listed = new Set<string>();
    for await (const uri of workspace.filesToCheck()) listed.add(uri);
    for (const uri of this.#published) if (!listed.has(uri)) await this.#publish(uri, undefined);
    return [...listed].toSorted();
  }

  /** Checks these files and counts the findings. For open files, uses the text in the editor. */
  async check(uris: readonly string[]): Promise<CheckedFilesResult> {
    const counts = { files: 0, errors: 0, warnings: 0, infos: 0 };
    const rulesOff = new Set<string>();
    for (const uri of uris) {
      const checked = await this.#inTurn(uri);
      if (checked === undefined) continue;
      counts.files += 1;
      for (const id of checked.rulesOff) rulesOff.add(id);
      for (const { severity } of checked.findings) {
        if (severity === 'error') counts.errors += 1;
        else if (severity === 'warning') counts.warnings += 1;
        else counts.infos += 1;
      }
    }
    return { ...counts, rulesOff: [...rulesOff] };
  }

  /** Handles a file or folder that was created, changed, or deleted on disk, or a file that was closed. */
  changed(uri: string): void {
    const below = [...this.#published].filter((published) => published.startsWith(`${uri}/`));
    this.#schedule(
      this.#context.languages.files.mayBeChecked(uri) || this.#published.has(uri) ? [uri, ...below] : below,
    );
  }

  /** Handles a change that can affect the findings of any file. */
  recheck(): void {
    this.#schedule([...this.#published]);
  }

  #schedule(uris: readonly string[]): void {
    for (const uri of uris) this.#waiting.add(uri);
    if (this.#isChecking || uris.length === 0) return;
    this.#checkWaiting().catch((error: unknown) =>
      this.#context.log(`Can't check closed files again: ${String(error)}`),
    );
  }

  async #checkWaiting(): Promise<void> {
    this.#isChecking = true;
    for (const uri of this.#waiting) {
      // A change from now on triggers another check.
      this.#waiting.delete(uri);
      // Requests have priority.
      await new Promise<void>((resolve) => runAfterTurns(turnsBeforeCheck, resolve));
      await this.#inTurn(uri).catch((error: unknown) =>
        this.#context.log(`Can't check ${uri} again: ${String(error)}`),
      );
    }
    this.#isChecking = false;
  }

  /**
   * Checks a file after all earlier checks.
   * @returns undefined if the file isn't checked
   */
  #inTurn(uri: string): Promise<Checked | undefined> {
    const checked = this.#last.then(() => this.#checkFile(uri));
    this.#last = checked.catch(() => undefined);
    return checked;
  }

  async #checkFile(uri: string): Promise<Checked | undefined> {
    const { checker, languages, settings, workspace } = this.#context;
    const open = this.#openFile(uri);
    if (open !== undefined) {
      this.#published.delete(uri);
      return languages.files.isChecked(uri, open.text.getText()) ? toChecked(await checker.check(open)) : undefined;
    }
    const text = (await workspace.readToCheck(uri))?.replace(/^\uFEFF/, '');
    if (text === undefined || !languages.files.isChecked(uri, text)) {
      await this.#publish(uri, undefined);
      return undefined;
    }
    const file = new OpenFile(TextDocument.create(uri, '', 0, text), (env) =>
      workspace.facts()?.envFiles.get(canonicalizeUri(env)),
    );
    const checked = toChecked(await checker.checkClosed(file));
    const { findings } = checked;
    // Files with findings are checked again. For most other files, the settings are no longer needed.
    if (findings.length === 0) settings.forget(uri);
    await this.#publish(uri, { file, findings });
    return checked;
  }

  async #publish(
    uri: string,
    checked: { readonly file: OpenFile; readonly findings: readonly FileFinding[] } | undefined,
  ): Promise<void> {
    const { client, connection, languages } = this.#context;
    const hadFindings = this.#published.delete(uri);
    // Open files are checked separately.
    if (this.#openFile(uri) !== undefined) return;
    const related = client.textDocument?.publishDiagnostics?.relatedInformation === true;
    const diagnostics =
      checked === undefined
        ? []
        : mostSevere(checked.findings).map((finding) =>
            toDiagnostic(finding, checked.file, languages.sourceOf(checked.file), related),
          );
    if (diagnostics.length > 0) this.#published.add(uri);
    if (diagnostics.length > 0 || hadFindings)
      await connection.sendNotification('textDocument/publishDiagnostics', { uri, diagnostics });
  }

  #openFile(uri: string): OpenFile | undefined {
    for (const file of this.#context.files.all()) if (canonicalizeUri(file.uri) === uri) return file;
    return undefined;
  }
}

/** Omits hints, as the command line and the Problems view do. */
function toChecked(result: FileCheckResult | undefined): Checked {
  return {
    findings: (result?.findings ?? []).filter(({ severity }) => severity !== 'hint'),
    rulesOff: result === undefined ? [] : listRulesOff(result.settings),
  };
}
