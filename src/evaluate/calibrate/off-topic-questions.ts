/**
 * Questions that next to no collection answers, by language: everyday things from fields that lie far apart. A
 * collection about one of these fields answers one or two of them, which weighs little.
 */
export const offTopicQuestions: Readonly<Record<string, readonly string[]>> = {
  en: questions(`
How long should I boil an egg so that the yolk stays soft?
Which chord comes after G in most beginner guitar songs?
Why do cats knead blankets before they lie down?
What is the best time of year to prune a rose bush?
How do I get red wine out of a linen tablecloth?
Who plays the detective in the new crime series on Sunday nights?
How far is it from the tennis baseline to the net?
What should I wear to a wedding on a beach?
How do you fold a paper crane?
Which vaccines does a puppy need in its first year?
How often do I have to change the water of a goldfish bowl?
What does it mean when a horse lays its ears back?
How many players are on the field in a cricket team?
Can I freeze cooked rice and for how long?
Which yoga pose helps against a stiff neck?
When does the moon look largest on the horizon?
How do I teach a child to ride a bicycle?
What is the dress code at the opera in Vienna?
Which knot holds a hammock to a tree?
How do bees find their way back to the hive?
What is a fair tip for a hairdresser?
Why does my sourdough collapse in the oven?
Which mountain was climbed first, K2 or Annapurna?
How do I wax a surfboard?
What year did the first colour television go on sale?
How do I tell a ripe avocado from one that is still hard?
`),
  de: questions(`
Wie lange muss ein Ei kochen, damit das Eigelb weich bleibt?
Welcher Akkord kommt in einfachen Gitarrenliedern meist nach G-Dur?
Warum treten Katzen mit den Pfoten auf die Decke, bevor sie sich hinlegen?
Wann schneidet man am besten einen Rosenstrauch?
Wie bekomme ich Rotwein aus einer Leinentischdecke?
Wer spielt die Kommissarin in der neuen Krimiserie am Sonntagabend?
Wie hoch hängt das Netz beim Volleyball der Damen?
Was zieht man zu einer Hochzeit am Strand an?
Wie faltet man einen Kranich aus Papier?
Welche Impfungen braucht ein Welpe im ersten Jahr?
Wie oft wechselt man das Wasser im Goldfischglas?
Was bedeutet es, wenn ein Pferd die Ohren anlegt?
Wie viele Spieler stehen beim Handball auf dem Feld?
Kann man gekochten Reis einfrieren?
Welche Yogaübung hilft gegen einen steifen Nacken?
Wann wirkt der Mond am Horizont am größten?
Wie bringe ich einem Kind das Radfahren bei?
Was trägt man in Wien in der Oper?
Mit welchem Knoten hängt man eine Hängematte auf?
Wie finden Bienen zum Stock zurück?
Wie viel Trinkgeld gibt man beim Friseur?
Warum fällt mein Sauerteigbrot im Ofen zusammen?
Welcher Achttausender wurde zuerst bestiegen?
Wie wachst man ein Surfbrett?
In welchem Jahr kam der erste Farbfernseher in die Läden?
Woran erkenne ich eine reife Avocado?
`),
  fr: questions(`
Combien de temps faut-il cuire un œuf pour que le jaune reste coulant ?
Quel accord suit le sol dans les chansons faciles à la guitare ?
Pourquoi les chats pétrissent-ils les couvertures avant de se coucher ?
Quelle est la meilleure saison pour tailler un rosier ?
Comment enlever une tache de vin rouge sur une nappe en lin ?
Qui joue l'inspectrice dans la nouvelle série policière du dimanche soir ?
À quelle hauteur se trouve le panier de basket ?
Comment s'habiller pour un mariage sur la plage ?
Comment plie-t-on une grue en papier ?
Quels vaccins faut-il à un chiot la première année ?
Tous les combien faut-il changer l'eau d'un poisson rouge ?
Que veut dire un cheval qui couche les oreilles ?
Combien de joueurs compte une équipe de rugby à sept ?
Peut-on congeler du riz cuit ?
Quelle posture de yoga soulage une nuque raide ?
Quand la lune paraît-elle la plus grosse à l'horizon ?
Comment apprendre à un enfant à faire du vélo ?
Quelle tenue porte-t-on à l'opéra de Vienne ?
Quel nœud faire pour accrocher un hamac ?
Comment les abeilles retrouvent-elles leur ruche ?
Quel pourboire laisser chez le coiffeur ?
Pourquoi mon pain au levain retombe-t-il dans le four ?
Quel sommet a été gravi en premier, le K2 ou l'Annapurna ?
Comment farter une planche de surf ?
En quelle année a-t-on vendu le premier téléviseur en couleur ?
Comment reconnaître un avocat mûr ?
`),
  es: questions(`
¿Cuánto tiempo hay que cocer un huevo para que la yema quede blanda?
¿Qué acorde sigue al sol en las canciones fáciles de guitarra?
¿Por qué los gatos amasan la manta antes de acostarse?
¿Cuál es la mejor época para podar un rosal?
¿Cómo se quita una mancha de vino tinto de un mantel de lino?
¿Quién interpreta a la detective en la nueva serie policíaca de los domingos?
¿A qué altura está la red de voleibol masculino?
¿Qué se lleva a una boda en la playa?
¿Cómo se dobla una grulla de papel?
¿Qué vacunas necesita un cachorro en su primer año?
¿Cada cuánto se cambia el agua de una pecera?
¿Qué significa que un caballo eche las orejas hacia atrás?
¿Cuántos jugadores tiene un equipo de waterpolo en el agua?
¿Se puede congelar el arroz cocido?
¿Qué postura de yoga alivia el cuello rígido?
¿Cuándo se ve la luna más grande en el horizonte?
¿Cómo enseño a un niño a montar en bicicleta?
¿Cómo hay que vestirse para la ópera de Viena?
¿Qué nudo sirve para colgar una hamaca?
¿Cómo encuentran las abejas el camino a la colmena?
¿Cuánta propina se deja en la peluquería?
¿Por qué se hunde mi pan de masa madre en el horno?
¿Qué montaña se escaló antes, el K2 o el Annapurna?
¿Cómo se encera una tabla de surf?
¿En qué año se vendió el primer televisor en color?
¿Cómo se sabe si un aguacate está maduro?
`),
  it: questions(`
Quanto tempo deve bollire un uovo perché il tuorlo resti morbido?
Quale accordo viene dopo il sol nelle canzoni facili per chitarra?
Perché i gatti impastano la coperta prima di sdraiarsi?
Qual è il periodo migliore per potare una rosa?
Come si toglie una macchia di vino rosso da una tovaglia di lino?
Chi interpreta la commissaria nella nuova serie poliziesca della domenica?
Quanto è alta la rete nella pallavolo maschile?
Che cosa si indossa a un matrimonio sulla spiaggia?
Come si piega una gru di carta?
Quali vaccini servono a un cucciolo nel primo anno?
Ogni quanto si cambia l'acqua di un pesce rosso?
Che cosa vuol dire quando un cavallo abbassa le orecchie?
Quanti giocatori ha una squadra di pallanuoto in vasca?
Si può congelare il riso cotto?
Quale posizione di yoga aiuta contro il collo rigido?
Quando la luna sembra più grande all'orizzonte?
Come si insegna a un bambino ad andare in bicicletta?
Come ci si veste per andare all'opera a Vienna?
Con quale nodo si appende un'amaca?
Come fanno le api a ritrovare l'alveare?
Quanta mancia si lascia al parrucchiere?
Perché il mio pane a lievitazione naturale si sgonfia nel forno?
Quale montagna fu scalata per prima, il K2 o l'Annapurna?
Come si mette la paraffina su una tavola da surf?
In che anno fu venduto il primo televisore a colori?
Come si riconosce un avocado maturo?
`),
  pt: questions(`
Quanto tempo devo cozer um ovo para a gema ficar mole?
Que acorde vem depois do sol nas músicas fáceis de violão?
Por que os gatos amassam o cobertor antes de deitar?
Qual é a melhor época para podar uma roseira?
Como se tira uma mancha de vinho tinto de uma toalha de linho?
Quem faz o papel da detetive na nova série policial de domingo?
Qual é a altura da rede no voleibol feminino?
O que se veste num casamento na praia?
Como se dobra um tsuru de papel?
Que vacinas um filhote de cachorro precisa no primeiro ano?
De quanto em quanto tempo se troca a água de um peixe dourado?
O que significa um cavalo deitar as orelhas para trás?
Quantos jogadores tem uma equipe de futsal em quadra?
Posso congelar arroz cozido?
Que postura de ioga ajuda contra o pescoço rígido?
Quando a lua parece maior no horizonte?
Como ensino uma criança a andar de bicicleta?
Que roupa se usa na ópera de Viena?
Que nó serve para pendurar uma rede?
Como as abelhas encontram o caminho de volta à colmeia?
Quanto se deixa de gorjeta no cabeleireiro?
Por que o meu pão de fermentação natural murcha no forno?
Que montanha foi escalada primeiro, o K2 ou o Annapurna?
Como se passa parafina numa prancha de surfe?
Em que ano foi vendida a primeira televisão a cores?
Como sei se um abacate está maduro?
`),
  zh: questions(`
鸡蛋煮多久蛋黄才会是溏心的？
初学吉他的歌曲里G和弦后面通常接什么和弦？
猫睡觉前为什么要踩毯子？
什么季节最适合修剪玫瑰？
亚麻桌布上的红酒渍怎么洗掉？
周日晚上那部新侦探剧的女主角是谁演的？
排球网有多高？
参加海滩婚礼应该穿什么？
纸鹤怎么折？
小狗第一年要打哪些疫苗？
金鱼缸多久换一次水？
马把耳朵往后贴是什么意思？
水球比赛每队有几名队员在水里？
煮好的米饭可以冷冻吗？
脖子僵硬做哪个瑜伽动作好？
月亮什么时候在地平线上看起来最大？
怎么教孩子骑自行车？
去维也纳看歌剧要穿什么衣服？
吊床应该打什么绳结？
蜜蜂怎么找到回蜂巢的路？
理发店要给多少小费？
我的酸面包为什么在烤箱里塌了？
乔戈里峰和安纳普尔纳峰哪座先被登顶？
冲浪板怎么打蜡？
第一台彩色电视机是哪一年上市的？
怎么看牛油果熟了没有？
`),
  ar: questions(`
كم دقيقة أسلق البيضة ليبقى صفارها طريا؟
ما الوتر الذي يأتي بعد صول في أغاني الجيتار السهلة؟
لماذا تعجن القطط البطانية قبل أن تنام؟
ما أفضل وقت في السنة لتقليم شجيرة الورد؟
كيف أزيل بقعة شراب أحمر عن مفرش من الكتان؟
من تمثل دور المحققة في المسلسل البوليسي الجديد مساء الأحد؟
كم يبلغ ارتفاع شبكة الكرة الطائرة؟
ماذا ألبس في عرس على الشاطئ؟
كيف تطوى طائر الكركي من الورق؟
ما اللقاحات التي يحتاجها الجرو في سنته الأولى؟
كل كم يوم أغير ماء حوض السمكة الذهبية؟
ماذا يعني أن يرجع الحصان أذنيه إلى الخلف؟
كم لاعبا في فريق كرة الماء؟
هل يمكن تجميد الأرز المطبوخ؟
أي وضعية يوغا تخفف تصلب الرقبة؟
متى يبدو القمر أكبر عند الأفق؟
كيف أعلم طفلا ركوب الدراجة؟
ما اللباس المناسب لدار الأوبرا في فيينا؟
بأي عقدة تعلق الأرجوحة الشبكية على الشجرة؟
كيف يجد النحل طريق العودة إلى الخلية؟
كم أعطي الحلاق بقشيشا؟
لماذا يهبط خبز العجين المخمر في الفرن؟
أي جبل تسلق الناس قمته أولا، كيه تو أم أنابورنا؟
كيف يشمع لوح ركوب الأمواج؟
في أي سنة بيع أول تلفاز ملون؟
كيف أعرف أن ثمرة الأفوكادو ناضجة؟
`),
};

function questions(lines: string): readonly string[] {
  return lines.trim().split('\n');
}
