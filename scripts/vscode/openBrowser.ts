/** Opens a URL in the user's browser. */
import { spawn } from 'node:child_process';
import process from 'node:process';

/** Opens a URL. Returns whether a browser opened it, as far as can be determined. */
export async function openBrowser(url: string): Promise<boolean> {
  const [program, args] = opener(url);
  if (program === undefined) return false;
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true });
    // Some launchers run as long as the browser is open. Those that fail do so immediately.
    const stillThere = setTimeout(() => resolve(true), 3000);
    const answer = (opened: boolean) => {
      clearTimeout(stillThere);
      resolve(opened);
    };
    child.once('error', () => answer(false));
    child.once('exit', (code) => answer(code === 0));
    child.unref();
  });
}

function opener(url: string): [program: string | undefined, args: string[]] {
  const chosen = process.env['BROWSER'];
  if (chosen !== undefined && chosen !== '') return [chosen, [url]];
  if (process.platform === 'darwin') return ['open', [url]];
  if (process.platform === 'win32') return ['explorer.exe', [url]];
  // Without a display, xdg-open falls back to terminal browsers, which can't show VS Code.
  const display = process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'] ?? '';
  return [display === '' ? undefined : 'xdg-open', [url]];
}
