import { FileDown, FileX } from 'lucide-react';
import { useState } from 'react';
import { cx } from '../class-names.ts';
import { useDiscordHost } from '../host.ts';
import { fileUrl } from '../safe-url.ts';
import type { DiscordFile } from '../types.ts';
import { FILES_MAX } from './few-parts.ts';
import { formatSize, imagesFirst, isImage, isSound, isVideo } from './files.ts';
import styles from './message.module.css';
import { More } from './more.tsx';

export function Attachments({ files }: { files: readonly DiscordFile[] }) {
  const [max, setMax] = useState(FILES_MAX);
  return (
    <>
      {imagesFirst(files)
        .slice(0, max)
        .map((file) => (
          <Attachment key={file.id} file={file} />
        ))}
      <More count={files.length - max} onMore={() => setMax(max + FILES_MAX)} />
    </>
  );
}

/** How the name of a file begins whose sender hides what it shows. */
const HIDDEN = 'SPOILER_';

function Attachment({ file }: { file: DiscordFile }) {
  const { text, usePictureUrl, mediaUrl } = useDiscordHost();
  const picture = usePictureUrl(file);
  const [isBroken, setBroken] = useState(false);
  const [isHidden, setHidden] = useState(file.filename.startsWith(HIDDEN));
  const url = fileUrl(file.url);
  const name = file.filename;
  if (file.missing) return <MissingFile file={file} why={file.missing} />;
  if (!url) return null;
  if (isHidden)
    return (
      <button type="button" className={styles.hidden} onClick={() => setHidden(false)}>
        {text('spoiler_file', { name: name.slice(HIDDEN.length) })}
      </button>
    );
  if (isBroken) return <FileLink file={file} url={url} />;
  if (isImage(file) && picture)
    return (
      <a className={styles.picture} href={url} target="_blank" rel="noreferrer">
        <img
          src={picture}
          alt={file.description || text('image_alt', { name })}
          width={file.width ?? undefined}
          height={file.height ?? undefined}
          loading="lazy"
          onError={() => setBroken(true)}
        />
      </a>
    );
  const src = mediaUrl(url);
  if (!src || (!isSound(file) && !isVideo(file))) return <FileLink file={file} url={url} />;
  const media = { controls: true, preload: 'none', src, onError: () => setBroken(true) } as const;
  return (
    <>
      {isVideo(file) ? (
        <video className={styles.video} {...media} aria-label={text('video', { name })} />
      ) : (
        <audio className={styles.sound} {...media} aria-label={text('sound', { name })} />
      )}
      <FileLink file={file} url={url} />
    </>
  );
}

function MissingFile({ file, why }: { file: DiscordFile; why: string }) {
  return (
    <p className={cx(styles.file, styles.missing)}>
      <FileX aria-hidden="true" />
      <span className={styles.fileName}>{file.filename}</span>
      <span className={styles.fileSize}>{formatSize(file.size)}</span>
      <span className={styles.why}>{why}</span>
    </p>
  );
}

function FileLink({ file, url }: { file: DiscordFile; url: string }) {
  return (
    <a className={styles.file} href={url} download={file.filename} rel="noreferrer">
      <FileDown aria-hidden="true" />
      <span className={styles.fileName}>{file.filename}</span>
      <span className={styles.fileSize}>{formatSize(file.size)}</span>
    </a>
  );
}
