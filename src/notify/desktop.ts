import path from 'node:path';
import { err, ok, type Result } from '../base/result.ts';
import type { Environment, Spawner } from '../process/command.ts';
import { allowedEnvironment } from '../process/environment.ts';
import type { NotificationText } from './format-notification.ts';

export interface Desktop {
  readonly spawner: Spawner;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** Why nothing was shown, and by which program it would have been. */
export interface DesktopFailure {
  readonly program: string;
  readonly why: 'absent' | 'failed';
}

const PATIENCE_MS = 5_000;

/** Shows a notification by the platform's own program. What it says is handed over as data, never as part of a script. */
export async function showOnDesktop(
  saying: NotificationText,
  { spawner, env, platform }: Desktop,
): Promise<Result<void, DesktopFailure>> {
  const { program, args, extra = {} } = programFor(platform, saying);
  const { ending } = await spawner.run({
    file: program,
    args,
    // Not in the project: a program found by a relative PATH would be the project's own.
    cwd: path.parse(process.execPath).root,
    env: allowedEnvironment(env, { ...reachTheDesktop(env), ...extra }),
    limits: { wallMs: PATIENCE_MS, outputBytes: 64 * 1024 },
  });
  if (ending.kind === 'exited' && ending.code === 0) return ok();
  const isAbsent = ending.kind === 'not_started' && ending.reason === 'not_found';
  return err({ program, why: isAbsent ? 'absent' : 'failed' });
}

interface Program {
  readonly program: string;
  readonly args: readonly string[];
  readonly extra?: Environment;
}

function programFor(platform: NodeJS.Platform, { headline, text }: NotificationText): Program {
  if (platform === 'darwin') {
    const show = 'display notification (item 2 of argv) with title "Orchestral" subtitle (item 1 of argv)';
    return { program: 'osascript', args: ['-e', 'on run argv', '-e', show, '-e', 'end run', '--', headline, text] };
  }
  if (platform === 'win32') {
    const args = ['-NoProfile', '-NonInteractive', '-Command', TOAST];
    // What follows `-Command` is script; only the environment is data.
    return { program: 'powershell.exe', args, extra: { ORCHESTRAL_HEADLINE: headline, ORCHESTRAL_TEXT: text } };
  }
  // The body may hold markup, the headline may not.
  return { program: 'notify-send', args: ['--app-name=Orchestral', '--', headline, withoutMarkup(text)] };
}

const TOAST = `
$manager = [Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]
$toast = $manager::GetTemplateContent([Windows.UI.Notifications.ToastTemplateType]::ToastText02)
$texts = $toast.GetElementsByTagName('text')
[void]$texts.Item(0).AppendChild($toast.CreateTextNode($env:ORCHESTRAL_HEADLINE))
[void]$texts.Item(1).AppendChild($toast.CreateTextNode($env:ORCHESTRAL_TEXT))
$sender = '{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe'
$manager::CreateToastNotifier($sender).Show([Windows.UI.Notifications.ToastNotification]::new($toast))
`;

function withoutMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function reachTheDesktop(env: Desktop['env']): Environment {
  const names = ['DBUS_SESSION_BUS_ADDRESS', 'DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'SystemRoot', 'windir'];
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}
