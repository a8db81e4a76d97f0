export const keeping = {
  remove: {
    action: 'Delete transcript',
    title: 'Delete the transcript of ticket {id}?',
    message:
      'Everything that was said, sent and answered in this ticket goes, with its close reason, for everybody and for ever. A ticket that continues this one no longer quotes it. That this ticket was closed stays in the list, and the record says who deleted it.',
    confirm: 'Delete',
    done: 'The transcript was deleted.',
  },
  retention: {
    action: 'Retention',
    title: 'How long transcripts are kept',
    message: 'What is older goes by itself, with its files. That the tickets were closed stays in the list.',
    keep: 'Keep transcripts',
    for_good: 'For good',
    for_days: 'For a number of days after a ticket was closed',
    days: 'Days',
    days_hint: 'For example 365.',
    days_wrong: 'Enter a whole number from 1 to {max, number}.',
    changed: 'Last changed by {name} on {time}.',
    save: 'Save',
    saved: 'Saved.',
    preview: {
      counting: 'Counting what would go…',
      nothing: 'No transcript is that old now, so nothing goes yet.',
      goes: '{count, plural, one {1 transcript goes} other {{count, number} transcripts go}} within the hour after you save',
      going:
        '{count, plural, one {1 transcript goes} other {{count, number} transcripts go}} within the hour',
      with: 'With {messages, plural, one {1 message} other {{messages, number} messages}} and {files, plural, =0 {no files.} one {1 file ({size}).} other {{files, number} files ({size}).}}',
      oldest: 'The oldest was closed on {time}.',
      for_ever: 'They cannot be brought back.',
    },
  },
  removals: {
    title: 'Deleted so far',
    none: 'Nothing has been deleted.',
    by_age:
      '{count, plural, one {1 transcript that was} other {{count, number} transcripts that were}} older than {days, plural, one {1 day} other {{days, number} days}}',
    by_hand: 'The transcript of ticket {id}, by {name}',
    somebody: 'somebody who is gone',
    with: '{messages, plural, one {1 message} other {{messages, number} messages}}, {files, plural, =0 {no files} one {1 file} other {{files, number} files}}',
  },
  downloads: {
    action: 'Download all',
    title: 'Download transcripts',
    message:
      'All of them come as one file. You can leave meanwhile: the download goes on, and is here when you come back.',
    of_all:
      '{count, plural, one {The one closed ticket of the server, if it has a transcript.} other {All {count, number} closed tickets of the server that have a transcript.}}',
    of_words: 'All closed tickets that your filter finds and that have a transcript.',
    of_filter:
      '{count, plural, one {The one closed ticket that your filter finds, if it has a transcript.} other {All {count, number} closed tickets that your filter finds and that have a transcript.}}',
    form: 'As',
    forms: { html: 'Web pages', text: 'Plain text', json: 'Data (JSON)' },
    start: 'Start the download',
    started: 'The download has begun.',
    yours: 'Your downloads',
    none: 'You have not downloaded any yet.',
    named: '{count, plural, one {1 transcript} other {{count, number} transcripts}} · {form}',
    asked: 'Asked for <when></when>',
    progress: 'How far the download is: {name}',
    cancel: 'Cancel',
    fetch: 'Save file',
    state: {
      waiting: 'waiting for its turn',
      running: '{done, number} of {total, number}',
      done: '{size}, kept until {until}',
      over: 'not kept any more',
      failed: 'not made, because you may not read transcripts of this server any more',
      cancelled: 'cancelled',
      withdrawn: 'removed, because a transcript in it was deleted. Start a new one for the others',
    },
  },
};
