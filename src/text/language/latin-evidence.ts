/** What a language in Latin script gives itself away by. */
export interface LatinEvidence {
  /**
   * Frequent words, lower case: articles, prepositions, pronouns, auxiliaries, and what questions are asked with. For
   * English also words and names that are such words elsewhere: Dutch “door” and “dan”, Turkish “kim”.
   */
  readonly words: string;
  /** Letters, lower case, that English does without. */
  readonly letters: string;
  /** Endings of at least two letters that words of some length carry often. */
  readonly endings: string;
}

/** By BCP 47 primary subtag. What several languages list counts for each of them, in equal shares. */
export const latinEvidence: Readonly<Record<string, LatinEvidence>> = {
  en: {
    words: `the of and to in is that it for with as was are by what how which does from this have not be on who whom
      whose when where why did do has had can could would should were been or at an any some there their its my your
      we you they about between into than other most many much if he she his her our will may must me all no more
      out up after before during long find get often old per hi under over through without within against only then
      these those ten air ale cad care door fins font hay mine nor pod pot pro sense seo zen ali ben dan kim meg
      mia`,
    letters: '',
    endings:
      'en er te ing tion ness ship ment ly able ity ed ies ous ful ance ence ght ck th sh wn tore tores ores age ages els es ter ate ning hed ace one ler ier are ad ade eel eer ern et im ir ok oon oor val vel',
  },
  de: {
    words: `der die und das ist nicht ein eine zu den mit von im für auf dem wie was wird sich des auch es sind wer wen
      wem wessen wann wo warum wieso weshalb woher wohin welche welcher welches welchem welchen wurde wurden hat haben
      hatte war waren einen einem einer eines nach aus bei über zur zum als oder kann können darf dürfen muss müssen
      soll sollte viel viele ihr ihre sein seine in an am ich mein meine meinen wir unser sie er lange gibt gilt
      man noch nur unter vor zwischen wegen ohne gegen durch bis seit ab kein keine werden alle wozu wofür steht stehen
      macht dient`,
    letters: 'äöüß',
    endings:
      'en er te ern ung ungen heit keit schaft lich licht isch ische ieren iert frist tag nis tät zeug ette sse tz cht ßen',
  },
  fr: {
    words: `le la les des et est une dans que qui pour du un pas sur plus par avec sont ce cette ces quelle quel quels
      quelles comment au aux en où quand pourquoi combien qu il elle ils elles on nous vous je mon ma mes son sa ses
      leur leurs se ne de peut peuvent doit doivent faut été être avoir ont avait fait faire entre sans sous
      chez dont lors après avant depuis même temps lieu font dit sert`,
    letters: 'àâçèéêëîïôùûœ',
    endings:
      'er es tion ment eaux eux eur eurs ique iques oir aire ité ée ées és age ence ance elle ette isme ier ère els tats',
  },
  es: {
    words: `el la los las de que en un una es por para con del se no como cómo más cuál cuáles qué quién quiénes
      cuándo cuánto cuánta cuántos cuántas dónde está están son su sus al lo le les me mi mis tu hay fue ser tiene
      tienen puede pueden debe deben hace entre sin sobre desde hasta cuando donde cual este esta estos muy también ya
      ha han hacen sirve dice ¿ ¡`,
    letters: 'áéíñóú',
    endings:
      'ida ido rar es os as ar er ir ción ciones dad dades ado ada ados adas ando iendo mente ncia miento eza illo aje ores ales ario iones',
  },
  it: {
    words: `il di che la un una per non con del della dello dei delle degli sono le gli lo come nel nella nelle al
      alla alle ai allo dal dalla qual quale quali quanto quanta quanti quante quando dove chi cosa perché più si mi mio mia
      miei mie tuo suo sua suoi loro ha hanno ho può possono deve devono stato stata essere avere fare fa su da tra fra
      sul sulla ci anche se in questo questa serve dice`,
    letters: 'àèéìòù',
    endings: `no to ta li le zione zioni mento menti ità ato ata ati ate are ere ire tto tti tta aggio ggio enza anza ico ica
      ici iche tore tori iamo ndo gli zza one oni ivo iva rno sso`,
  },
  pt: {
    words: `de que do da em um uma para com não os no na as se por mais dos das como ao aos às qual quais são
      quando quanto quanta quantos quantas onde quem porquê porque quê foi ser tem têm pode podem deve devem está
      estão há eu meu minha meus minhas seu sua seus suas nos nas pelo pela entre sem sobre até desde ou você já
      muito também este esta isso faz serve diz`,
    letters: 'ãõáâàçéêíóôú',
    endings:
      'ida ido rar es os as ar er ir ção ções dade dades ado ada ados mente ncia agem eiro eira inho mento ando endo ável ões ães ários ário ais nto',
  },
  nl: {
    words: `de het een en van is dat op te in zijn met voor niet aan er wat hoe die ook als bij of wordt worden wie waar
      wanneer waarom welke welk hoeveel heeft hebben had was waren kan kunnen mag mogen moet moeten zal zullen ik mijn
      je jouw wij we ons onze hun haar deze dit dan maar om naar uit over tot door tegen tussen zonder na nog geen
      doet dient staat waarvoor veel vind lang alle`,
    letters: 'ëï',
    endings:
      'en te er lijk lijke heid heden ing ingen aat aar aal eer eel oor oon uur uren ijk ijn ijd ijf ijs eid acht age eren elen sel baar isch ogen ullen ken',
  },
  sv: {
    words: `och att det som en ett är på för av med den till inte om har de vad hur från var jag kan vilken vilka vilket
      vem vems när varför hade ska skall får måste finns min mitt mina din sin sitt sina vi ni man under över mellan
      utan efter före vid eller där här så än då också mycket många blir blev vara varit`,
    letters: 'åäö',
    endings:
      'en er ad är ning ningar ningen ande ade het heter skap tion tionen lig liga ligt iska isk arna erna ens ats rna nad rar tar gar ter',
  },
  da: {
    words: `og at det som en et er på for af med den til ikke om har de hvad hvordan fra var jeg kan der hvor hvem
      hvornår hvorfor hvilken hvilke hvilket havde skal får må findes min mit mine sin sit sine vi man under over
      mellem uden efter før ved eller også meget mange bliver blev være været alle`,
    letters: 'æøå',
    endings: 'en er et ning ninger ende ede hed heder skab tion lig lige ligt isk iske erne ene else elser',
  },
  no: {
    words: `og at det som en et er på for av med den til ikke om har de hva hvordan fra var jeg kan der hvor hvem når
      hvorfor hvilken hvilke hvilket hadde skal får må finnes min mitt mine sin sitt sine vi man under over mellom
      uten etter før ved eller også mye mange blir ble være vært alle`,
    letters: 'æøå',
    endings: 'en er et ning ninger ende het heter skap sjon lig lige isk iske ene else elser',
  },
  fi: {
    words: `ja on ei että se oli ovat mutta kun niin mikä mitkä joka jotka myös miten tai kuin ole hän sen vain kuka
      missä milloin miksi kuinka paljon mistä mihin minun minä sinä me te he voiko voi voivat pitää jos kanssa
      ennen jälkeen ilman onko ovatko sekä`,
    letters: 'äö',
    endings:
      'ssa ssä sta stä lla llä lta ltä lle nen minen misen inen iset aan ään een iin oon uus yys vat vät taan tään jen den ien ksi',
  },
  pl: {
    words: `na się nie do to jest że jak co po za od czy dla są który która które którzy przez jego oraz tym kto
      kiedy gdzie dlaczego ile jaki jaka jakie jakich mam mój moja moje ma mają może mogą można musi był była było były
      będzie ten ta te tego tej ze we pod nad przed bez ich jej lub`,
    letters: 'ąćęłńóśźż',
    endings:
      'ość ości cie nie nia ych ego emu ami ach owy owa owe ski ska skie czny cja cji acja rzy szy ować ają ogi ówka',
  },
  cs: {
    words: `je na se že to do jako ale jsou jak co pro byl byla bylo po který která které není za od také tak
      kdo kdy kde proč kolik jaký jaká jaké má mají může mohou musí můj moje ten ta te při před bez jeho její nebo
      ve ze si`,
    letters: 'áčďéěíňřšťúůýž',
    endings: 'ost osti ování ání ení ého ému ých ými ový ová ové ský ská ské ství ace cí tí ně ách ům',
  },
  hu: {
    words: `az és hogy nem is egy ez van meg mi volt de csak mint ha vagy milyen hogyan azt már ki mikor hol miért
      mennyi hány melyik melyek kell lehet lesz vannak ezt én ön el fel be le között után előtt nélkül szerint
      sok még`,
    letters: 'áéíóöőúüű',
    endings:
      'ság ség ban ben nak nek ból ből ról ről tól től hoz hez nál nél val vel ért ás és ok ek ják ási ító',
  },
  ro: {
    words: `și de la în cu pe nu că este un din care mai ce pentru sunt cum au prin se sau cine când unde cât câți
      câte al ale ai lui ei să fi fost am are poate pot trebuie între fără după până despre acest această`,
    letters: 'ăâîșțşţ',
    endings: 'ului ilor ție ții iile ește esc are ere ire ează ate uri ele elor ător itate',
  },
  tr: {
    words: `ve bir bu da de için ile ne çok olarak daha olan gibi var mı mi mu mü nasıl en değil kadar nedir kim nerede
      nereye neden niçin hangi kaç zaman benim ben biz siz onlar şu ya veya ama her sonra önce göre yok midir`,
    letters: 'çğıöşü',
    endings:
      'lar ler ları leri lık lik luk lük ması mesi mak mek yor ıyor iyor dır dir dur dür tır tir nın nin nun nün dan den tan ten sı si acak ecek mış miş sız siz ım im ın ıyı ası rım',
  },
  vi: {
    words: `là và của có các không một được cho trong người những với này đã gì về từ khi như bao nhiêu nào đâu ai sao
      thế tôi bạn chúng để hay hoặc thì mà ra vào lên`,
    letters: 'ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ',
    endings: '',
  },
  ca: {
    words: `el la els les un una del dels al als amb per pel pels en què qui quin quina quins quines quan quant
      quants quantes perquè és són ha han hi té tenen tinc pot poden cal està estan més però també molt aquest
      aquesta aquests aquestes seva seu seves seus meu meva nostre nostra fins des entre sense després abans
      només cada tot tots`,
    letters: 'àçèéíïòóú',
    endings: 'ció cions tat tats atge esa esos ques gues',
  },
  eu: {
    words: `eta da ez dira du dute zen ziren ere baina edo hau hori zer zein nor nork non noiz nola zenbat zergatik
      dago daude zuen dut dugu duzu ditu ditut ditugu dituzte izan behar baino beste bere gure haiek arte oso
      dela dituen diren`,
    letters: '',
    endings: 'aren arekin eko tzen tako rako tik ekin etako tasun',
  },
  ga: {
    words: `na agus ar ag sa tá bhí níl ní nach cad cé conas cathain cá cén céard mhéad bhfuil raibh sé sí siad mé tú
      seo sin ó faoi chun roimh idir gan ach nó má aon gach atá agam agat againn orm air leis dá níos mó féin
      ná`,
    letters: 'áéíóú',
    endings: 'acht aíonn eann adh igh aigh óir aithe',
  },
  sl: {
    words: `je na se da za pa kako kaj kdo kdaj kje koliko kateri katera katero katere ki ali bi po od iz pri tudi ni
      ne še že lahko mora morajo ima imajo moj moja imam biti bil bila bilo med pred brez nad pod kot ker če ko
      ta tega treba zakaj saj zelo več kar kjer bodo smo jih jim vsak vsako leta leto`,
    letters: 'čšž',
    endings: 'ega emu ih imi anje enje nja ost osti eti cija cije ljiv šče ski ska sko',
  },
  hr: {
    words: `je se da za na koji koja koje kojem što kako kada gdje tko koliko zašto nije smo su će ako ili kao ali te od
      do iz po pri nakon prije ima imam imaju može mogu mora moraju biti bila bilo svaki ovo samo između bez kod`,
    letters: 'čćđšž',
    endings: 'anje enje osti nost ama cija cije ski ske skih',
  },
  sk: {
    words: `je sa na že to do ako ale sú čo bol bola bolo po ktorý ktorá ktoré nie za od tiež tak kto kedy kde prečo
      koľko aký aká aké má majú mám môže môžu musí môj moje tá pri pred bez jeho alebo vo zo`,
    letters: 'čďľĺňŕšťž',
    endings: 'ost osti ovanie ého ému ých ými ový ová ské',
  },
  lt: {
    words: `ir yra kad iš į kaip kas kur kada kodėl kiek jos jų jie nuo iki po už apie būti buvo
      gali turi reikia kuris kuri kurie koks kokia mano aš šis ši visi labai dėl`,
    letters: 'ėįų',
    endings: 'imas imo ojo iai ius ose uose ams oms',
  },
  lv: {
    words: `ir kas ka kā kur kad kāpēc cik vai tā viņš viņa mēs jūs nav būt bija var vajag pēc pie līdz
      vairāk katrs katram kurš kura šis šī`,
    letters: 'āēīļņģķ',
    endings: 'šana šanas ības ību iem ajā',
  },
  et: {
    words: `ja ei ka kui mis kes kus millal miks kuidas palju mitu mida või aga ning selle seda olen oli
      olid peab võib meie mina sina ta kas kõik enne pärast ilma koos mul`,
    letters: 'õ',
    endings: 'misel dele dega tud nud',
  },
  is: {
    words: `og að það til með við ekki en frá hvað hver hvar hvenær hvers hvernig hversu marga mikið eru var
      hefur hafa ég þú hann hún þeir eða því ef þegar þessi þetta allir`,
    letters: 'ðþ',
    endings: 'unum ingar',
  },
  id: {
    words: `yang dari untuk dengan pada adalah tidak akan dalam oleh sebagai bisa dapat harus apa apakah siapa kapan
      mana bagaimana mengapa berapa saya kami mereka juga atau karena jika setiap tentang telah sudah belum`,
    letters: '',
    endings: 'nya',
  },
  sw: {
    words: `ya wa kwa ni katika za cha vya kuwa hii hiyo nini lini wapi vipi ngapi kila lakini kama hakuna
      yake wao sisi mimi wewe upi ipi`,
    letters: '',
    endings: '',
  },
  tl: {
    words: `ang ng mga ay ano sino kailan saan bakit paano ilan ilang magkano hindi ito ako ikaw siya kami
      tayo sila ko niya natin namin nila rin`,
    letters: '',
    endings: '',
  },
  sq: {
    words: `të dhe në është për nga një që cili cila çfarë kur ku pse kush nuk ka janë ishte duhet ose
      deri çdo këtë kjo ky`,
    letters: 'ëç',
    endings: 'isht ëve',
  },
};
