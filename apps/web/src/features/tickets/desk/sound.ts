/** Two soft notes, a fifth apart. Silent where the browser lets a page that nobody has pressed yet make no sound. */
export function playQuietSound(): void {
  const audio = new AudioContext();
  const start = audio.currentTime + 0.02;
  for (const [index, pitch] of [587.33, 880].entries()) {
    const at = start + index * 0.13;
    const note = new OscillatorNode(audio, { type: 'sine', frequency: pitch });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.06, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
    note.connect(volume).connect(audio.destination);
    note.start(at);
    note.stop(at + 0.55);
  }
  window.setTimeout(() => void audio.close(), 1500);
}
