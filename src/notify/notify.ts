import { redactor, secretsIn } from '../base/redact.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import type { Spawner } from '../process/command.ts';
import type { ConfigGlobal } from '../schema/config/settings.ts';
import type { Notice, OnNotice } from '../schema/notice.ts';
import { showOnDesktop } from './desktop.ts';
import { type Notification, type NotificationText, formatNotification } from './format-notification.ts';
import { postToSlack } from './slack.ts';

export interface NotifierOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly spawner: Spawner;
  readonly config: ConfigGlobal['notifications'];
  readonly words: Catalogue['notifications'];
  readonly bell: () => void;
  readonly onNotice: OnNotice;
  /** A webhook of Slack's; that of the environment where there is none. */
  readonly slack?: string | null;
  readonly platform?: NodeJS.Platform;
}

export interface Notifier {
  /** Tells in every way that is switched on. Never rejects; settles within seconds, and no work needs to wait for it. */
  tell(message: Notification): Promise<void>;
}

/** A way that fails is a notice, once for each reason. */
export function createNotifier(options: NotifierOptions): Notifier {
  const { env, spawner, config, words, bell, platform = process.platform } = options;
  const url = options.slack ?? env['ORCHESTRAL_SLACK_WEBHOOK_URL'] ?? '';
  const redact = redactor([...secretsIn(env), ...addressParts(url)]);
  const notice = onceEach(options.onNotice);

  const desktop = async (saying: NotificationText): Promise<void> => {
    const shown = await showOnDesktop(saying, { spawner, env, platform });
    if (!shown.ok) notice({ code: 'desktop.silent', params: shown.error });
  };
  const slack = async (saying: NotificationText): Promise<void> => {
    const posted = await postToSlack(saying, { url });
    if (!posted.ok) notice({ code: 'slack.silent', params: posted.error });
  };

  return {
    tell: async (message) => {
      const saying = formatNotification(message, { words, redact });
      if (config.terminal_bell) bell();
      await Promise.all([config.system_notify && desktop(saying), url !== '' && slack(saying)]);
    },
  };
}

/** Whoever knows the path of a webhook can post to it too. */
function addressParts(url: string): string[] {
  return URL.canParse(url) ? [url, new URL(url).pathname] : [url];
}

function onceEach(onNotice: OnNotice): OnNotice {
  const said = new Set<string>();
  return (notice: Notice) => {
    const known = JSON.stringify(notice);
    if (said.has(known)) return;
    said.add(known);
    onNotice(notice);
  };
}
