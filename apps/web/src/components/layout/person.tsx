import { Link } from '@tanstack/react-router';
import { LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { avatarUrl, defaultAvatarUrl } from '../../lib/discord/cdn.ts';
import { chooseTheme, themes, useTheme } from '../../lib/page/theme.ts';
import { useUser } from '../../lib/session/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import nav from './nav.module.css';
import styles from './person.module.css';

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon };

/** Who is signed in, the theme, and the way out. */
export function Person() {
  const t = useTranslations('common.nav');
  const user = useUser();
  const chosen = useTheme();
  if (!user) return null;
  return (
    <div className={styles.person}>
      <Link to="/logout" preload={false} className={nav.entry}>
        <LogOut aria-hidden="true" />
        {t('logout')}
      </Link>
      <div className={styles.row}>
        <Avatar
          src={avatarUrl(user)}
          fallbackSrc={defaultAvatarUrl(user.id)}
          name={user.username}
          size={28}
        />
        <span className={styles.name} title={user.username}>
          {user.username}
        </span>
        <div className={styles.themes} role="radiogroup" aria-label={t('theme')}>
          {themes.map((theme) => {
            const Icon = THEME_ICONS[theme];
            const label = t(`theme_${theme}`);
            return (
              <label key={theme} className={styles.theme} title={label}>
                <input
                  type="radio"
                  name="theme"
                  className="visually-hidden"
                  aria-label={label}
                  checked={theme === chosen}
                  onChange={() => chooseTheme(theme)}
                />
                <Icon aria-hidden="true" />
              </label>
            );
          })}
        </div>
      </div>
    </div>
  );
}
