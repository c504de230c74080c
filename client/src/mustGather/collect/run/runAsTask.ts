/**
 * Runs a must-gather as a task whose terminal shows the output of oc. Closing the terminal or pressing Ctrl+C stops the
 * must-gather.
 */
import { CustomExecution, EventEmitter, Task, TaskRevealKind, tasks, TaskScope, type Pseudoterminal } from 'vscode';
import { plainText } from '#client/oc/plainLines.ts';
import { sanitizeTerminalLines } from '#core/text/sanitize.ts';

export interface Terminal {
  write(line: string): void;
}

export interface TaskWork {
  readonly name: string;
  /**
   * Called when the terminal is open.
   * @returns the exit code
   */
  readonly work: (terminal: Terminal) => Promise<number>;
  readonly stop: () => void;
}

const endOfText = '\u0003';

/** Starts the task. Resolves when VS Code has accepted it. Rejects if VS Code doesn't accept it. */
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
