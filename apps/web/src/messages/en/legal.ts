export const legal = {
  back: 'Back',
  privacy: {
    title: 'Privacy policy',
    intro:
      'This says what this installation of the ticket bot and its dashboard keeps about people, why, and how to have it removed.',
    kept_title: 'What is kept',
    kept: 'Of people who sign in: the Discord id, name, picture and list of servers, and the sealed keys that Discord gives us to ask for them again. Of tickets: who opened, claimed and closed them and when, the answers to forms, ratings, and, where the server keeps transcripts, the messages and files written in them; also who read which transcript, how often and when last. What the team writes among itself in the notes of a ticket stays in Discord. Of those who set a server up: what they changed in it and when, in its audit log.',
    why_title: 'What it is used for',
    why: 'To show the dashboard to those who may see it, to run tickets in Discord, and to let a server and its members read a conversation again. It is not sold, and not used for advertising.',
    seen_title: 'Who can see it',
    seen: 'A ticket and its transcript can be read by the person who opened it and by the staff to whom the server has given that right. Who read a transcript, and who changed what, can be seen by the administrators of the server.',
    sent_title: 'What is sent to others',
    sent: 'Integrations that a server has added receive the id of the person who opens a ticket. An integration that an administrator of the server made and did not publish may also receive the answers to forms. Webhooks that its administrators have set up tell programs of theirs when a ticket is opened, answered, claimed, renamed, moved, closed or rated: with the ids and names of its opener, of its claimer and of who did it, its subject and the name of its channel, the stars of a rating, and the reason of a close, but not what was written in the ticket or its forms. The server answers for both, and for what becomes there of what was sent.',
    removed_title: 'How long, and how it is removed',
    removed:
      'Sessions end after 30 days or when you log out. Transcripts stay until the server removes them or stops keeping them. You can <own>copy your data or have it erased</own> yourself at any time, or ask those who run this installation. Data requests are handled within 30 days.',
  },
  tos: {
    title: 'Terms of service',
    intro:
      'By signing in, or by adding the bot to a server, you agree to these terms and to the terms of Discord.',
    use_title: 'Using it',
    use: 'Use it to help people. Do not use it to harass, to deceive, to send unwanted messages, to break the law, or to get at data that is not yours. Do not attack it or try to get around its limits.',
    content_title: 'What is written in tickets',
    content:
      'Messages and files belong to those who wrote them. Those who run a server decide who may read its tickets and how long transcripts are kept, and answer for it to their members.',
    service_title: 'The service',
    service:
      'It is provided as it is. It may be unavailable at times, and it may change. Those who run this installation may end access for servers or people who break these terms.',
  },
  operator: {
    title: 'Who runs this installation',
    named: '{name} runs this installation and is responsible for the data that it keeps.',
    unnamed: 'The people who run this installation are responsible for the data that it keeps.',
    contact: 'Questions and data requests go to <contact></contact>.',
    ask: 'Questions and data requests go to them; the owner of the server in which you met the bot knows who they are.',
  },
};
