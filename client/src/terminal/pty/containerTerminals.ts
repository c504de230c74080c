/** Opens terminals in containers as VS Code terminals, up to a maximum number. */
import * as l10n from '@vscode/l10n';
import { EventEmitter, window, type Pseudoterminal, type TerminalDimensions } from 'vscode';
import { sanitizeLabel } from '#core/text/sanitize.ts';
import type { TerminalSize } from '#client/kubernetes/connection.ts';
import { ExecTerminal, type ExecTerminalParts, type TerminalEnd } from './execTerminal.ts';

/** Maximum number of terminals whose command is running. */
const most = 5;

export class ContainerTerminals {
  readonly #open = new Set<ExecTerminal>();

  /** Rejects if the maximum number of terminals is open. */
  assertFree(): void {
    if (this.#open.size >= most)
      throw new Error(l10n.t`${most} terminals in containers are open. Close one, and retry.`);
  }

  /**
   * Opens a terminal and connects it. Resolves when the command has ended or the user closes the terminal.
   * @param name name of the terminal
   */
  open(name: string, parts: Omit<ExecTerminalParts, 'write' | 'dispose'>): Promise<TerminalEnd> {
    this.assertFree();
    const written = new EventEmitter<string>();
    const closed = new EventEmitter<void>();
    const terminal = new ExecTerminal({
      ...parts,
      write: (text) => written.fire(text),
      dispose: () => closed.fire(),
    });
    this.#open.add(terminal);
    const pty: Pseudoterminal = {
      onDidWrite: written.event,
      onDidClose: closed.event,
      open: (size) => void terminal.start(sizeOf(size)),
      close: () => terminal.close(),
      handleInput: (text) => terminal.input(text),
      setDimensions: (size) => terminal.resize({ columns: size.columns, rows: size.rows }),
    };
    window.createTerminal({ name: sanitizeLabel(name), pty }).show();
    return terminal.ended.finally(() => this.#open.delete(terminal));
  }

  /** Closes the connections of all terminals, and keeps their output visible. */
  interrupt(): void {
    for (const terminal of this.#open) terminal.interrupt();
  }

  /** Closes the connections of all terminals. */
  dispose(): void {
    for (const terminal of this.#open) terminal.close();
    this.#open.clear();
  }
}

function sizeOf(size: TerminalDimensions | undefined): TerminalSize | undefined {
  return size === undefined ? undefined : { columns: size.columns, rows: size.rows };
}
