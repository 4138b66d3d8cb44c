import { type LanguagePack, none } from '../language-pack.ts';

/** Greek. */
export const el: LanguagePack = {
  name: 'Greek',
  writing: {
    evidence: none,
    stemmer: 'own',
    isTypedUnaccented: true,
    compoundLinks: none,
    abbreviations: none,
    functionWords: none,
  },
  figures: {
    months:
      'ιανουαρίου ιανουάριος ιανουάριο|φεβρουαρίου φεβρουάριος φεβρουάριο|μαρτίου μάρτιος μάρτιο|απριλίου απρίλιος απρίλιο|μαΐου μάιος μάιο|ιουνίου ιούνιος ιούνιο|ιουλίου ιούλιος ιούλιο|αυγούστου αύγουστος αύγουστο|σεπτεμβρίου σεπτέμβριος σεπτέμβριο|οκτωβρίου οκτώβριος οκτώβριο|νοεμβρίου νοέμβριος νοέμβριο|δεκεμβρίου δεκέμβριος δεκέμβριο',
    dayForms: none,
    ranges: none,
    numbers: none,
    tens: none,
    scales: none,
    units: none,
    celsius: none,
    approximately: none,
  },
  asking: {
    questionWords: `τι ποιος ποια ποιο ποιοι ποιες ποιον ποιους ποιου ποιας ποιων πότε πού που πώς πως γιατί πόσο πόση πόσος
    πόσοι πόσες πόσα είναι ήταν έχει έχουν είχε είχαν μπορεί μπορούν μπορώ πρέπει έχω έχουμε υπάρχει υπάρχουν εγώ μου εμείς μας
    όλα όλες όλους όλοι κάθε`,
    questionPhrases: none,
    impliedWords: none,
    wordShare: none,
    measures: none,
    requests: none,
    askingVerbs: { asking: 'τι', verbs: 'κάνει κάνουν κανει κανουν λέει λεει' },
    degrees: none,
    askingOpenings: none,
    askingClosings: none,
    questionEnd: none,
    answerTypes: none,
    lists: none,
    comparison: none,
    alternatives: 'ή',
    codeRequests: none,
    aggregation: none,
    places: none,
    placesWithin: none,
  },
  comparing: none,
  talking: none,
  telling: none,
  claiming: none,
  wording: none,
};
