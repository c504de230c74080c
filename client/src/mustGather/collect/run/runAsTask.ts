/**
 * A must-gather as a task: what oc writes is in a terminal, and closing that, or Ctrl+C in it, stops it as Ctrl+C does.
 */
import { CustomExecution, EventEmitter, Task, TaskRevealKind, tasks, TaskScope, type Pseudoterminal } from 'vscode';
import { plainText } from '#client/oc/plainLines.ts';
import { sanitizeTerminalLines } from '#core/text/sanitize.ts';

export interface Terminal {
  write(line: string): void;
}

export interface TaskWork {
  readonly name: string;
  /** Begins when the terminal is there. @returns the exit code */
  readonly work: (terminal: Terminal) => Promise<number>;
  readonly stop: () => void;
}

const endOfText = '\u0003';

/** Starts it. Resolves when it was handed to VS Code; rejects when VS Code does not take it. */
export async function runAsTask({ name, work, stop }: TaskWork): Promise<void> {
  const task = new Task(
    { type: 'osc-must-gather' },
    TaskScope.Global,
    name,
    'OpenShift Sandboxed Containers',
    new CustomExecution(() => Promise.resolve(terminalOf(work, stop))),
  );
  task.presentationOptions = { reveal: TaskRevealKind.Silent, echo: false, showReuseMessage: false, clear: true };
  task.isBackground = false;
  await tasks.executeTask(task);
}

function terminalOf(work: TaskWork['work'], stop: () => void): Pseudoterminal {
  const written = new EventEmitter<string>();
  const closed = new EventEmitter<number>();
  const write = (line: string): void => written.fire(`${sanitizeTerminalLines(plainText(line))}\r\n`);
  return {
    onDidWrite: written.event,
    onDidClose: closed.event,
    open() {
      work({ write }).then(
        (code) => closed.fire(code),
        () => closed.fire(1),
      );
    },
    close: stop,
    handleInput(text) {
      if (!text.includes(endOfText)) return;
      write('^C');
      stop();
    },
  };
}
